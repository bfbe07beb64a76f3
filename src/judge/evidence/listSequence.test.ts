import { expect, test } from 'vitest'
import type { Cause } from '../cause/cause.ts'
import { testExchange } from '../exchange.testing.ts'
import type { Exchange } from '../exchange.ts'
import { describeUnusual } from './describeUnusual.ts'
import { listSequence } from './listSequence.ts'

function exchange(id: string, connection: number, earlier: number, parallel?: string): Exchange {
  return testExchange({
    probe: { id, ...(parallel !== undefined && { parallel }) },
    connection: { id: connection, earlier },
  })
}

const a = exchange('a', 1, 0)
const b = exchange('b', 2, 0)
const c = exchange('c', 1, 1)
const [d, e] = [exchange('d', 3, 0, 'group'), exchange('e', 4, 0, 'group')]
const exchanges = [a, b, c, d, e]

function list(target: Exchange, key: string | undefined, needsPrevious = false): string[] {
  const traits = key === undefined ? [] : [{ key, kind: 'moment' as const, when: '' }]
  const cause: Cause = { kind: 'all', traits, when: '' }
  const sequence = listSequence(target, cause, { exchanges, design: undefined, needsPrevious })
  return [...sequence.map(({ probe }) => probe.id), describeUnusual(target, sequence, undefined)]
}

test('a request that is enough by itself has no others before it', () => {
  expect(list(c, undefined)).toEqual(['c', ''])
})

test('a place on a connection needs those before it on the same connection', () => {
  expect(list(c, 'position>=2')).toEqual(['a', 'c', 'second request on the same connection'])
})

test('a request that follows another needs that one', () => {
  expect(list(c, 'after:same')).toEqual(['b', 'c', 'right after another request'])
  expect(list(b, undefined, true)).toEqual(['a', 'b', 'right after another request'])
})

test('requests that are sent at once need each other', () => {
  expect(list(d, 'parallel')).toEqual(['e', 'd', '2 at once'])
})
