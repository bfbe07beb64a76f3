/** A mistake in how the command was called: exit code 2. The message says what was expected, what came, and what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
