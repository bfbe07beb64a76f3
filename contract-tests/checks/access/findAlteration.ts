const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Common ways in which faulty software alters a name: a description and a function for each way. */
const ALTERATIONS: Readonly<Record<string, (name: string) => string>> = {
  'UTF-8 read as Latin-1': (name) => Buffer.from(name, 'utf8').toString('latin1'),
  'UTF-8 read as Windows-1252': (name) => new TextDecoder('windows-1252').decode(Buffer.from(name, 'utf8')),
  'with HTML escapes': (name) => name.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? ''),
  'percent-encoded': encodeURIComponent,
  'in Unicode form NFC': (name) => name.normalize('NFC'),
  'in Unicode form NFD': (name) => name.normalize('NFD'),
  'in lower case': (name) => name.toLowerCase(),
  'in upper case': (name) => name.toUpperCase(),
  'without surrounding spaces': (name) => name.trim(),
  'without non-ASCII characters': (name) => name.replace(/[^ -~]/gu, ''),
  'without characters beyond U+FFFF': (name) => name.replace(/[\u{10000}-\u{10ffff}]/gu, ''),
}

/** Describes how the server altered a missing name, if one of the returned names is an altered form of the missing name. */
export function findAlteration(name: string, returned: ReadonlyMap<string, unknown>): string | undefined {
  for (const [how, alter] of Object.entries(ALTERATIONS)) {
    const altered = alter(name)
    if (altered !== name && altered !== '' && returned.has(altered))
      return `${JSON.stringify(altered)}, ${how}`
  }
  const replaced = createReplacementPattern(name)
  const found =
    replaced &&
    [...returned.keys()].find((other) => other !== name && !isReadable(other) && replaced.test(other))
  return found ? `${JSON.stringify(found)}, with replacement characters` : undefined
}

/** Returns whether a string has no replacement character, such as `?`, in place of a lost character. */
const isReadable = (text: string): boolean => text.isWellFormed() && !/[?\ufffd]/.test(text)

/** Creates a pattern for the name in which software has replaced some non-ASCII characters, or single bytes of such characters. */
function createReplacementPattern(name: string): RegExp | undefined {
  if (!/[^ -~]/.test(name)) return undefined
  // Each part contains all adjacent characters that may be replaced, so that there is only one way to match a name.
  const parts = name.match(/[^ ->@-~]+|[ ->@-~]+/gu) ?? []
  const patterns = parts.map((part) => {
    const escaped = part.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
    if (/^[ ->@-~]/.test(part)) return escaped
    const length = [...part].length
    return `[?\ufffd\ud800-\udfff${escaped}]{${length},${4 * length}}`
  })
  return new RegExp(`^${patterns.join('')}$`)
}
