/** The value of a whole response, as `XMLHttpRequest` returns it. */
export function decodeBytes(
  bytes: Uint8Array<ArrayBuffer>,
  type: XMLHttpRequestResponseType,
  { headers }: Response,
): unknown {
  if (type === 'arraybuffer') return bytes.buffer
  if (type === 'blob') return new Blob([bytes], { type: headers.get('content-type') ?? '' })
  if (type !== 'json') return null
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
}

export function concatBytes(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(first.byteLength + second.byteLength)
  joined.set(first)
  joined.set(second, first.byteLength)
  return joined
}
