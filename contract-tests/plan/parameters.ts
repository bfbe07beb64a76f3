import type { Contract } from '../../src/contract/contract.ts'
import type { Parameter } from '../../src/contract/operation.ts'
import type { Probe } from '../../src/judge/exchange.ts'
import type { Stage } from '../../src/judge/suite.ts'
import { createProbe } from './createProbe.ts'

/** Sends the optional parameters of another contract, with the values that their descriptions suggest. */
export const createParameterStage = ({ parameters }: Contract): Stage => ({
  id: 'parameters',
  probes: (facts) =>
    parameters
      .filter(({ isRequired }) => !isRequired)
      .flatMap(writeQueries)
      .map((query) =>
        createProbe(facts, {
          id: `parameter/${query}`,
          reason: 'how the server responds to a documented parameter',
          query,
          // A server may refuse a value, for example the id of a shop that does not exist.
          benign: false,
        }),
      ),
})

/** Adds the parameters that the contract requires to a probe. */
export function addRequired({ parameters }: Contract, probe: Probe): Probe {
  const required = parameters.filter(({ isRequired }) => isRequired)
  if (required.length === 0) return probe
  const [inQuery = [], others = []] = [true, false].map((is) =>
    required.filter((each) => is === (each.in === 'query')),
  )
  const queries = inQuery.flatMap((each) => writeQueries(each).slice(0, 1))
  const query = [...queries, ...(probe.query === undefined ? [] : [probe.query])].join('&')
  // The value comes from the contract, so a shell must not run the commands in it.
  const quoteShell = (value: string): string => value.replaceAll(/[\\$`]/g, String.raw`\$&`)
  const fields = others.map(({ name, values: [value = ''] }) => ({ name, value, shell: quoteShell(value) }))
  const credential = { ...probe.credential, fields: [...probe.credential.fields, ...fields] }
  return { ...probe, credential, ...(queries.length > 0 && { query }) }
}

const writeQueries = ({ name, values }: Parameter): string[] =>
  values.map((value) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
