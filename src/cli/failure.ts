import { escapeText } from '../report/text/escapeText.ts'
import { type ExitCode, explainFailure } from './errors.ts'

/** Prints what went wrong to standard error, and returns the exit code. */
export function reportFailure(error: unknown): ExitCode {
  const { code, text } = explainFailure(error, Boolean(process.env.PLANT_STORE_DEBUG))
  // A message may quote a server, a file or an argument.
  process.stderr.write(escapeText(text))
  return code
}
