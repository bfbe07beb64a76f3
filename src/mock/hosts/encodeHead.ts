// Not imported; see createNodeServer.ts.
const { STATUS_CODES } = process.getBuiltinModule('node:http')

/** The head of a response as bytes, for a socket that node:http no longer manages. */
export function encodeHead(
  { status, headers }: { status: number; headers: readonly string[] },
  connection: readonly string[],
): Buffer {
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, `Date: ${new Date().toUTCString()}`]
  const fields = [...connection, ...headers]
  for (let index = 0; index < fields.length; index += 2) lines.push(`${fields[index]}: ${fields[index + 1]}`)
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
}
