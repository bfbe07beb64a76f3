import { expect, test } from 'vitest'
import { type Expectations, parseExpectations } from './expectations.ts'

function parse(text: string): Expectations {
  return parseExpectations(text, (line, reason) => new Error(`line ${line}: ${reason}`))
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

test('reports a mistake with its line, what was expected and what was received', () => {
  const wrong: [text: string, message: string][] = [
    ['token:\n  sees: [', 'line 2: not YAML: '],
    ['- token', 'line 1: expected a map with token and otherToken, got a list'],
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
    ['{}', 'line 1: expected at least one plant under sees or mustNotSee, got none'],
    ['token:\n  sees: *fern', 'line 2: an alias (*) has no anchor (&) above it'],
    ['', 'line 1: expected a map with token and otherToken, got nothing'],
  ]
  for (const [text, message] of wrong) expect(() => parse(text)).toThrow(message)
})
