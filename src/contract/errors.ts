/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return has(error, 'message') ? String(error.message) : String(error)
}

/** The code of a system error such as `ENOENT`; undefined when it has none. */
export function errorCode(error: unknown): string | undefined {
  return has(error, 'code') && typeof error.code === 'string' ? error.code : undefined
}

/** Errors of Node.js itself are no instances of `Error` in a test of Jest, which has its own. */
function has<Name extends string>(error: unknown, name: Name): error is Record<Name, unknown> {
  return typeof error === 'object' && error !== null && name in error
}
