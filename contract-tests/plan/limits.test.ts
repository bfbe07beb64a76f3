import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseContract } from '../../src/contract/contract.ts'
import type { Probe } from '../../src/judge/exchange.ts'
import { suite } from '../suite.ts'
import { createCredentials } from './credentials.ts'
import { classifyLimit } from './design/queryDimensions.ts'

const own = readFileSync('spec/openapi.yaml', 'utf8')

/** All probes of the plan for a list of 250 plants, with a schema for the limit. */
function createProbes(...schema: readonly string[]): Probe[] {
  const lines = ['type: integer', ...schema].map((line) => `            ${line}\n`)
  const text = own.replace('            type: integer\n            format: int32\n', lines.join(''))
  const facts = {
    credentials: createCredentials({ token: 'a-token-of-some-length=', otherToken: 'another-token' }),
    plants: 250,
    etag: undefined,
    cookie: undefined,
  }
  return suite.plan(parseContract(text)).flatMap((stage) => stage.probes(facts))
}

/** The single limit in a query, if it is an integer. */
function limitOf({ query = '' }: Probe): string | undefined {
  const values = new URLSearchParams(query.replaceAll(/%(?![0-9a-f]{2})/gi, '%25')).getAll('limit')
  return values.length === 1 && /^-?\d+$/.test(values[0] ?? '') ? values[0] : undefined
}

test.each<[minimum: number, maximum: number, schema: string[]]>([
  [-(2 ** 31), 2 ** 31 - 1, ['format: int32']],
  [1, 100, ['format: int32', 'minimum: 1', 'maximum: 100', 'default: 20']],
  [10, 50, ['exclusiveMinimum: 9', 'maximum: 50']],
  [0, Number.MAX_SAFE_INTEGER, ['format: int64', 'minimum: 0']],
])('each limit is positive, open or outside as a range from %d to %d says', (minimum, maximum, schema) => {
  const probes = createProbes(...schema)
  const sent = probes.flatMap((probe) => {
    const text = limitOf(probe)
    return text === undefined ? [] : [{ ...probe, text }]
  })
  expect(sent.length).toBeGreaterThan(40)
  const wrong = sent.filter(({ text, limit }) => limit !== classifyLimit({ minimum, maximum }, text))
  expect(wrong.map(({ id, text, limit }) => `${id} ${text} ${limit}`)).toEqual([])
  const mistaken = sent.filter(
    ({ limit, maxResults, text }) => maxResults !== (limit === 'positive' ? Number(text) : undefined),
  )
  expect(mistaken.map(({ id }) => id)).toEqual([])
  const byText = new Map(sent.filter(({ benign }) => benign).map(({ text, limit }) => [text, limit]))
  if (maximum < 1000) {
    expect(byText.get(String(maximum))).toBe('positive')
    expect(byText.get(String(maximum + 1))).toBe('outside')
  }
  expect(new Set(probes.map(({ id }) => id)).size).toBe(probes.length)
})
