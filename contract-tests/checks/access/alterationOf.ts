const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** What careless software makes of a name, by what it is called. */
const ALTERATIONS: Readonly<Record<string, (name: string) => string>> = {
  'UTF-8 read as Latin-1': (name) => Buffer.from(name, 'utf8').toString('latin1'),
  'UTF-8 read as Windows-1252': (name) => new TextDecoder('windows-1252').decode(Buffer.from(name, 'utf8')),
  'with HTML escapes': (name) => name.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? ''),
  'with escapes of a URL': encodeURIComponent,
  'in Unicode form NFC': (name) => name.normalize('NFC'),
  'in Unicode form NFD': (name) => name.normalize('NFD'),
  'in lower case': (name) => name.toLowerCase(),
  'in upper case': (name) => name.toUpperCase(),
  'without the spaces around it': (name) => name.trim(),
  'without what is not ASCII': (name) => name.replace(/[^ -~]/gu, ''),
  'without letters beyond U+FFFF': (name) => name.replace(/[\u{10000}-\u{10ffff}]/gu, ''),
}

/** How a name that is missing came after all, altered; undefined where nothing that came looks like it. */
export function alterationOf(name: string, came: ReadonlyMap<string, number>): string | undefined {
  for (const [how, alter] of Object.entries(ALTERATIONS)) {
    const altered = alter(name)
    if (altered !== name && altered !== '' && came.has(altered)) return `${JSON.stringify(altered)}, ${how}`
  }
  const replaced = withReplacements(name)
  const found = replaced && [...came.keys()].find((other) => other !== name && replaced.test(other))
  return found ? `${JSON.stringify(found)}, with replacement characters` : undefined
}

/** Matches the name with characters beyond ASCII replaced, whole or byte by byte. */
function withReplacements(name: string): RegExp | undefined {
  if (!/[^ -~]/.test(name)) return undefined
  const parts = Array.from(name, (character) => {
    if (/[\\^$.*+?()[\]{}|/-]/.test(character)) return `\\${character}`
    return /[ -~]/.test(character) ? character : `(?:${character}|[?\ufffd\ud800-\udfff]{1,4})`
  })
  return new RegExp(`^${parts.join('')}$`)
}
