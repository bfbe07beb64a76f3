import { engineNames } from '../engines/engines.ts'

/** The engines whose own results docs/power.md lists beside the kit's. */
export const otherEngines = engineNames.filter((name) => name !== 'probes')
