import type { BaselineMark, BaselineProblem } from '../../generated/report.d.ts'

// The JSON report. The build generates its types from spec/report.schema.json, which describes each property, into
// dist/generated/report.d.ts; the compiler finds them there through `rootDirs` in tsconfig.json.
export type * from '../../generated/report.d.ts'

/** A baseline entry: the id of the finding, and where the entry is. */
export type BaselineEntry = Omit<BaselineMark, 'status'> & Pick<BaselineProblem, 'id' | 'place'>
