/** 0: all well. 1: violations. 2: usage. 3: incomplete, or a failure of the kit itself. */
export type ExitCode = 0 | 1 | 2 | 3

/** Tells the program how a command ended. */
export type Finish = (code: ExitCode) => void
