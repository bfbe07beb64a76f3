import { reportFailure } from '../reportFailure.ts'

/** Prints the first error of the kit. Those that follow are often its consequences. */
export function createErrorListener(prepare: () => void): (error: unknown) => void {
  let isFirst = true
  return (error) => {
    if (isFirst) {
      prepare()
      reportFailure(error)
    }
    isFirst = false
  }
}
