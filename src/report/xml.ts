/** An XML element with elements in it, each on lines of its own. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  children: readonly string[] = [],
): string {
  const start = `<${name}${formatAttributes(attributes)}`
  if (children.length === 0) return `${start}/>`
  return [`${start}>`, ...children, `</${name}>`].join('\n')
}

/** An XML element with a text in it. */
export function textElement(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  text: string,
): string {
  return `<${name}${formatAttributes(attributes)}>${escapeXml(text)}</${name}>`
}

function formatAttributes(attributes: Readonly<Record<string, string | number>>): string {
  const entries = Object.entries(attributes)
  return entries
    .map(([name, value]) => ` ${name}="${escapeXml(String(value)).replaceAll('\n', '&#10;')}"`)
    .join('')
}

/** XML has no way to write most control characters. `escapeReport` leaves none of them but the line end. */
function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
