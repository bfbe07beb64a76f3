import { expect, test } from 'vitest'
import { parseYamlSource } from './yaml.ts'

test.each([
  [
    '[{"name": "Rose",}\n',
    'line 1: not YAML or JSON: a comma, a quotation mark or a closing bracket is missing',
  ],
  [
    'oak: { name: Oak }\nrose: { name: Rose tag: shrub }\n',
    'line 2: not YAML or JSON: put a comma between the members',
  ],
  ['a: 1\nb: 2\na: 3\n', 'line 3: not YAML or JSON: this map already has a key with this name'],
  [
    'a: s3cret: b',
    'line 1: not YAML or JSON: indent this line like the line above, or put a value that contains ": " in',
  ],
  ['a: @s3cret', 'line 1: not YAML or JSON: an unexpected character; indent with spaces, and put'],
])('says what is wrong with %j, and on which line', (text, message) => {
  const parse = () => parseYamlSource(text, (line, reason) => new Error(`line ${line}: ${reason}`))
  expect(parse).toThrow(message)
  expect(parse).not.toThrow('s3cret')
})
