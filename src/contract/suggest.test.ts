import { expect, test } from 'vitest'
import { didYouMean } from './suggest.ts'

test('prefers a name in another case, then a longer or shorter name, a typo, and a name inside the other name', () => {
  expect(didYouMean('Port', ['sort', 'port-range', 'port'], 3)).toBe('did you mean port, port-range or sort?')
  expect(didYouMean('fixDelay', ['delay', 'fixedDelay'], 2)).toBe('did you mean fixedDelay or delay?')
  expect(didYouMean('pint', ['port'])).toBe('')
})
