import { expect, test } from 'vitest'
import { parseYamlSource } from './contract/yaml.ts'
import { expectationsShape } from './fileShapes.ts'
import type { Expectations } from './judge/verifyOptions.ts'

function parse(text: string): Expectations {
  return parseYamlSource(text, (line, reason) => new Error(`line ${line}: ${reason}`)).read(expectationsShape)
}

test('reads tags, several other users and hidden plants, from YAML and from JSON', () => {
  const expected = {
    token: { sees: [{ name: 'Aloe vera', tag: 'house' }, { name: 'Hosta' }, '42'], mustNotSee: [] },
    otherToken: [
      { sees: ['Drosera'], mustNotSee: ['Acer'] },
      { sees: [], mustNotSee: ['Drosera'] },
    ],
    hidden: ['Atropa'],
  }
  const yaml = `
token:
  sees: [{ name: Aloe vera, tag: house }, { name: Hosta }, "42"]
otherToken:
  - sees: [Drosera]
    mustNotSee: [Acer]
  - mustNotSee: [Drosera]
hidden: [Atropa]
`
  expect(parse(yaml)).toEqual(expected)
  expect(parse(JSON.stringify(expected))).toEqual(expected)
  const none = { sees: [], mustNotSee: [] }
  expect(parse('hidden: [Atropa]')).toEqual({ token: none, otherToken: none, hidden: ['Atropa'] })
})

test.each([
  ['- token', 'line 1: expected a map with token, otherToken and hidden, got a list'],
  ['token:\n  sees: [a]\nother: {}', 'line 3: unknown name "other"; did you mean otherToken?'],
  ['token:\n  sees:\n    - 42', 'line 3: token.sees[0]: expected the name of a plant in quotes, got 42'],
  ['token:\n  sees: Aloe', 'line 2: token.sees: expected a list of plant names, got "Aloe"'],
  [
    'otherToken:\n  - sees: [a]\n  - b',
    'line 3: otherToken[1]: expected a map with sees and mustNotSee, got "b"',
  ],
])('reports the mistake in %j with its line', (text, message) => {
  expect(() => parse(text)).toThrow(message)
})
