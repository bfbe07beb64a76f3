import { expect, test } from 'vitest'
import { parseExpectations } from './expectations.ts'

test('expectations are read from YAML and from JSON', () => {
  const expected = {
    token: { sees: ['Aloe vera', '42'], mustNotSee: ['Rosa canina'] },
    otherToken: { sees: [], mustNotSee: [] },
  }
  const yaml = 'token:\n  sees:\n    - Aloe vera\n    - "42"\n  mustNotSee: [Rosa canina]\n'
  expect(parseExpectations(yaml)).toEqual(expected)
  expect(parseExpectations(JSON.stringify(expected))).toEqual(expected)
})

test('a mistake is told with its line, what was expected and what came', () => {
  const wrong: [text: string, message: string][] = [
    ['token:\n  sees: [', 'line 2: expected YAML or JSON'],
    ['- token', 'line 1: expected a map with token and otherToken, got a list'],
    [
      'token:\n  sees: [a]\nother: {}',
      'line 3: expected a map with token and otherToken, got the member "other"',
    ],
    [
      'token:\n  sees:\n    - Aloe\n    - 42',
      'line 4: expected the name of a plant in quotes, got the number 42',
    ],
    ['token:\n  sees: Aloe', 'line 2: expected a list of plant names, got the string "Aloe"'],
    [
      'token:\n  sees: [a]\n  mustNotSee:\n    - b\n    - a',
      'line 5: expected a plant that the same token does not see, got "a"',
    ],
    ['{}', 'line 1: expected at least one plant under sees or mustNotSee, got none'],
    ['', 'line 1: expected a map with token and otherToken, got nothing'],
  ]
  for (const [text, message] of wrong) expect(() => parseExpectations(text)).toThrow(message)
})
