import { expect, test } from 'vitest'
import { failedExchange, testExchange } from '../judge/exchange.testing.ts'
import type { Exchange } from '../judge/exchange.ts'
import { repeatGroup } from './repeatGroup.ts'

const closed = { kind: 'empty', message: 'the connection closed without a response' } as const
const lost = ['row/1', 'row/2'].map((id) => failedExchange({ id, parallel: 'pair' }, closed))

/** What is removed and added after a group got no response, and what its repetition receives. */
async function repeat(again: readonly Exchange[], stopped?: string) {
  const replaced: { removed: readonly Exchange[]; added: readonly Exchange[] }[] = []
  const sent: string[][] = []
  const outages = await repeatGroup(
    {
      sendGroup: async (group) => {
        sent.push(group.map(({ id }) => id))
        return again
      },
      add: (added, removed = []) => void replaced.push({ removed, added }),
      stopped: () => stopped,
    },
    lost,
    0,
  )
  return { outages, replaced, sent }
}

test('a group that gets its responses when it is repeated fell into an outage', async () => {
  const answered = ['row/1', 'row/2'].map((id) => testExchange({ probe: { id, parallel: 'pair' } }))
  const { outages, replaced, sent } = await repeat(answered)
  expect(sent).toEqual([['row/1', 'row/2']])
  expect(outages).toMatchObject([{ afterProbe: 'row/1', recovered: true, confirmed: false }])
  expect(replaced).toEqual([{ removed: lost, added: answered }])
})

test('a group that gets no response again is a violation, and both attempts count', async () => {
  const { outages, replaced } = await repeat(lost)
  expect(outages).toEqual([])
  expect(replaced.map(({ removed }) => removed)).toEqual([[]])
  expect(replaced.flatMap(({ added }) => added.map(({ attempt }) => attempt))).toEqual(
    lost.map(({ attempt }) => attempt + 1),
  )
})

test('a run that ends meanwhile keeps what it had', async () => {
  expect(await repeat([], 'interrupted')).toMatchObject({ outages: [], replaced: [] })
})
