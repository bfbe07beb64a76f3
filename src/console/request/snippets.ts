import { type Asked, addressOf, fieldsOf, wholeAddress } from './asked.ts'

/** The ways to write a request down. */
export const snippets = {
  curl: (asked: Asked): string => {
    const fields = fieldsOf(asked).map((field) => ` -H ${shell(field.join(': '))}`)
    return `curl -si${fields.join('')} ${shell(addressOf(asked))}`
  },
  fetch: (asked: Asked): string => {
    const fields = fieldsOf(asked).map(([name, value]) => `    ${key(name)}: ${script(value)},\n`)
    const options = fields.length > 0 ? `, {\n  headers: {\n${fields.join('')}  },\n}` : ''
    return `const response = await fetch(${script(addressOf(asked))}${options})\nconst plants = await response.json()`
  },
  address: wholeAddress,
}

/** In single quotes, in which a shell reads nothing but their end. */
function shell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

function key(name: string): string {
  return /^\w+$/.test(name) ? name : script(name)
}

/** As a string of JavaScript in single quotes. */
function script(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}
