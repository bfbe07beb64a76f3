import { CommanderError } from 'commander'
import { expect, test } from 'vitest'
import { UsageError } from './errors.ts'
import { explainFailure } from './explainFailure.ts'

test('help and version that were asked for end well and add nothing', () => {
  expect(explainFailure(new CommanderError(0, 'commander.helpDisplayed', '(outputHelp)'), false)).toEqual({
    code: 0,
    text: '',
  })
})

test('misuse is one message, without a stack', () => {
  expect(explainFailure(new UsageError('expected a, got b'), true)).toEqual({
    code: 2,
    text: 'plant-store: expected a, got b\n',
  })
})

test('a failure of the kit is an apology, with the stack only where it is asked for', () => {
  const error = new TypeError('x is undefined')
  const plain = explainFailure(error, false)
  expect(plain.code).toBe(3)
  expect(plain.text).toContain('x is undefined')
  expect(plain.text).toContain('PLANT_STORE_DEBUG=1')
  expect(plain.text).not.toContain('    at ')
  expect(explainFailure(error, true).text).toContain('    at ')
})
