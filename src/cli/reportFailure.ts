import { isSwitchOn } from './config/switchVariable.ts'
import { type ExitCode, explainFailure } from './explainFailure.ts'

/** Prints what went wrong to standard error, and returns the exit code. */
export function reportFailure(error: unknown): ExitCode {
  const { code, text } = explainFailure(error, isSwitchOn('PLANT_STORE_DEBUG'))
  process.stderr.write(text)
  return code
}
