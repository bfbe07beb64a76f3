import { expect, test } from 'vitest'
import { parseYamlSource } from '../contract/yaml.ts'
import type { Expectations } from '../judge/expectations.ts'
import { expectationsShape } from './expectations.ts'

function parse(text: string): Expectations {
  return parseYamlSource(text, (line, reason) => new Error(`line ${line}: ${reason}`)).read(expectationsShape)
}

test('reads expectations from YAML and from JSON', () => {
  const expected = {
    token: { sees: ['Aloe vera', '42'], mustNotSee: ['Rosa canina'] },
    otherToken: { sees: [], mustNotSee: [] },
  }
  const yaml = 'token:\n  sees:\n    - Aloe vera\n    - "42"\n  mustNotSee: [Rosa canina]\n'
  expect(parse(yaml)).toEqual(expected)
  expect(parse(JSON.stringify(expected))).toEqual(expected)
})

test('reads tags, several other users and hidden plants', () => {
  const expected = {
    token: { sees: [{ name: 'Aloe vera', tag: 'house' }, { name: 'Hosta' }, 'Acer'], mustNotSee: [] },
    otherToken: [
      { sees: ['Drosera'], mustNotSee: ['Acer'] },
      { sees: [], mustNotSee: ['Drosera'] },
    ],
    hidden: ['Atropa'],
  }
  const yaml = `
token:
  sees: [{ name: Aloe vera, tag: house }, { name: Hosta }, Acer]
otherToken:
  - sees: [Drosera]
    mustNotSee: [Acer]
  - mustNotSee: [Drosera]
hidden: [Atropa]
`
  expect(parse(yaml)).toEqual(expected)
  expect(parse(JSON.stringify(expected))).toEqual(expected)
  expect(parse('hidden: [Atropa]').hidden).toEqual(['Atropa'])
})

test('reports a mistake with its line, what was expected and what was received', () => {
  const wrong: [text: string, message: string][] = [
    ['token:\n  sees: [', 'line 2: not YAML: '],
    ['- token', 'line 1: expected a map with token, otherToken and hidden, got a list'],
    ['token:\n  sees: [a]\nother: {}', 'line 3: unknown name "other"; did you mean otherToken?'],
    [
      'token:\n  sees:\n    - Aloe\n    - 42',
      'line 4: token.sees[1]: expected the name of a plant in quotes, got 42',
    ],
    ['token:\n  sees: Aloe', 'line 2: token.sees: expected a list of plant names, got "Aloe"'],
    [
      'token:\n  sees: [a]\n  mustNotSee:\n    - b\n    - a',
      'line 5: token.mustNotSee[1]: "a" is also under sees',
    ],
    [
      'token:\n  sees:\n    - name: Aloe\n      tag: 42',
      'line 4: token.sees[0].tag: expected a tag in quotes, got 42',
    ],
    [
      'token:\n  sees:\n    - tag: house',
      'line 3: token.sees[0].name: expected the name of a plant in quotes',
    ],
    [
      'token:\n  sees: [{ name: a, tags: b }]',
      'line 2: token.sees[0]: unknown name "tags"; did you mean tag?',
    ],
    [
      'token:\n  sees: [{ name: a }]\n  mustNotSee: [a]',
      'line 3: token.mustNotSee[0]: "a" is also under sees',
    ],
    [
      'otherToken:\n  - sees: [a]\n  - sees: [b]\nhidden:\n  - c\n  - b',
      'line 6: hidden[1]: "b" is also under sees',
    ],
    [
      'otherToken:\n  - sees: [a]\n  - b',
      'line 3: otherToken[1]: expected a map with sees and mustNotSee, got "b"',
    ],
    ['hidden: a', 'line 1: hidden: expected a list of plant names, got "a"'],
    ['{}', 'line 1: expected at least one plant under sees, mustNotSee or hidden, got none'],
    ['token:\n  sees: *fern', 'line 2: an alias (*) has no anchor (&) above it'],
    ['', 'line 1: expected a map with token, otherToken and hidden, got nothing'],
  ]
  for (const [text, message] of wrong) expect(() => parse(text)).toThrow(message)
})
