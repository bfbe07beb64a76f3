import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readContract } from '../../contract/readContract.ts'
import type { AnsweredExchange, Response } from '../exchange.ts'
import { BODY_LIMIT, createAnalyser } from './analyseResponse.ts'

const PLANTS = Array.from({ length: 60_000 }, (_, index) => ({ name: `Plant number ${index}` }))

function analyseBody(value: unknown) {
  return analyseBytes({ fields: [], body: Buffer.from(JSON.stringify(value)), cut: false })
}

function analyseBytes(response: Partial<Response>, contract = readContract()) {
  const exchange = { response } as AnsweredExchange
  return createAnalyser(contract)(exchange)
}

test('validates a long list to its last element, with the right pointers', () => {
  const body = analyseBody([...PLANTS, { name: 7 }, { title: 'x' }])
  expect(body.count).toBe(60_002)
  const [number, missing] = body.violations(200)
  expect(number?.first).toMatchObject([
    { pointer: '/60000/name', message: expect.stringMatching(/^\/60000\/name:/) },
  ])
  expect(missing).toMatchObject({ count: 1, first: [{ pointer: '/60001' }] })
  expect(body.listed().at(-1)?.name).toBe('Plant number 59999')
})

test('validates at most 10,000 elements of a list if every element is wrong', () => {
  const contract = readContract()
  const { validate } = contract.plants
  const lengths: number[] = []
  const plants = {
    ...contract.plants,
    validate: (value: unknown) => {
      lengths.push(Object(value).length)
      return validate(value)
    },
  }
  const body = Buffer.from(`[${'1,'.repeat(400_000)}1]`)
  const { count, violations } = analyseBytes({ fields: [], body, cut: false }, { ...contract, plants })
  expect([count, violations(200).map((each) => each.count)]).toEqual([400_001, [10_000]])
  expect(Math.max(...lengths)).toBeLessThanOrEqual(10_000)
})

test('validates as a whole a long value that is not a list', () => {
  const body = analyseBody({ plants: PLANTS })
  expect(body.count).toBeUndefined()
  expect(body.violations(200)).toMatchObject([{ count: 1, first: [{ pointer: '' }] }])
})

test('does not blame the server for a body that is too long for the kit', () => {
  const body = gzipSync(JSON.stringify(PLANTS)).subarray(0, 1_000)
  const compressed = analyseBytes({ fields: [['Content-Encoding', 'gzip']], body, cut: true })
  const plain = analyseBytes({ fields: [], body: Buffer.from('[{"name":"Aloe'), cut: true })
  const tooLong = gzipSync(Buffer.alloc(BODY_LIMIT + 1, ' '))
  const huge = analyseBytes({ fields: [['Content-Encoding', 'gzip']], body: tooLong, cut: false })
  for (const analysis of [compressed, plain, huge]) {
    expect(analysis.unread).toBe('the body, or the total of all bodies, is too long for the kit')
    expect(analysis.codingProblem ?? analysis.syntaxProblem).toBeUndefined()
  }
})
