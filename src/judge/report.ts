import type { BaselineMark, BaselineProblem } from '../../generated/report.d.ts'

// The JSON report. The build generates the report's types from spec/report.schema.yaml, which describes each property. The generated file
// is dist/generated/report.d.ts, which the compiler finds through `rootDirs` in tsconfig.json.
export type * from '../../generated/report.d.ts'

/** A baseline entry: the finding's id, and the file and line of the entry. */
export type BaselineEntry = Omit<BaselineMark, 'status'> & Pick<BaselineProblem, 'id' | 'place'>
