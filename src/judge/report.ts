import type { BaselineMark, BaselineProblem } from '../../generated/report.d.ts'

// spec/report.schema.yaml describes the JSON report. The build writes its types to dist/generated/ (see `rootDirs` in tsconfig.json).
export type * from '../../generated/report.d.ts'

/** An entry of a baseline, with the id of the finding that it accepts, and the file and line of the entry. */
export type BaselineEntry = Omit<BaselineMark, 'status'> & Pick<BaselineProblem, 'id' | 'place'>
