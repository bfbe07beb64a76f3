import type { IncomingMessage } from 'node:http'

/** The body of a request as text, or undefined where it is longer than `most` bytes. Rejects where the client goes away. */
export async function readBody(request: IncomingMessage, most: number): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    length += (chunk as Buffer).byteLength
    if (length <= most) chunks.push(chunk as Buffer)
  }
  return length > most ? undefined : Buffer.concat(chunks).toString('utf8')
}
