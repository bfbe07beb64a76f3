import type { MockData } from '../mock/scenarios/dataset.ts'

/** What ships with the kit as a module without imports, for browsers and for a mock that starts at once. */
export function fixturesModule({ contract, fixtures, scenarios }: MockData, sources: string): string {
  return `// Made by the build from spec/openapi.yaml and fixtures/.
export const sources = ${JSON.stringify(sources)}
export const contract = ${literal(contract)}
export const fixtures = ${literal(fixtures)}
export const scenarios = ${literal(scenarios)}
`
}

/**
 * Its declarations. The types come by the package's name: the compiler takes that for the source, and would not overwrite
 * declarations that it has read.
 */
export const fixturesTypes = `import type { Fixtures, MockContract, Scenario } from 'plant-store-kit/fetch'
/** A checksum over the files that this was made of. */
export declare const sources: string
/** What the mock has to know of the contract. */
export declare const contract: MockContract
/** Users, their tokens and their plants. */
export declare const fixtures: Fixtures
/** The scenarios that ship with the kit. */
export declare const scenarios: readonly Scenario[]
`

/** JSON is JavaScript (ES2019), but for one member name, which a computed key makes a name like any other. */
function literal(value: unknown): string {
  return JSON.stringify(value, undefined, 1).replaceAll('"__proto__":', '["__proto__"]:')
}
