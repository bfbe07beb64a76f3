import { expect, test } from 'vitest'
import { changePlants, changePlantsText } from '../../implementations/change.ts'
import { verifyImplementation } from '../../verifyImplementation.testing.ts'

const expectations = {
  token: { sees: [{ name: 'Aloe vera', tag: 'house' }], mustNotSee: ['Drosera capensis'] },
  otherToken: { sees: ['Drosera capensis'], mustNotSee: ['Aloe vera'] },
}

test.each([
  ['a wrapped list', 'plants-array', changePlants((plants) => ({ plants }))],
  [
    'a list without names',
    'plant-name-present',
    changePlants((plants) => plants.map(({ tag }) => ({ tag }))),
  ],
  ['a list that is cut off', 'json-syntax', changePlantsText((text) => text.slice(0, -1))],
])('%s is not reported as missing plants', async (_what, check, difference) => {
  const { findings } = await verifyImplementation({ difference, expectations }, 1_000)
  const failed = findings.filter(({ verdict }) => verdict === 'fail').map((finding) => finding.check)
  expect(failed).toContain(check)
  expect(failed.filter((id) => id.startsWith('users-'))).toEqual([])
})
