// This file is CommonJS, because Dredd loads it with require(), and because only require() finds Dredd's module `hooks`.
import type { ChildMessage, Instructions } from './dredd.ts'

/** A transaction as Dredd stores it, with the expected response and later the actual response. */
type Transaction = {
  id: string
  request: object
  expected: { statusCode?: string }
  /** The actual response; undefined if there was no response. */
  real: { statusCode: number; headers: { 'content-type'?: string }; body?: string; bodyEncoding?: string }
  results?: { valid?: boolean; fields: Record<string, { errors: { message: string }[] }> }
  test: unknown
}

type Hooks = {
  beforeAll: (hook: (transactions: Transaction[], done: () => void) => void) => void
  beforeEachValidation: (hook: (transaction: Transaction) => void) => void
  afterEach: (hook: (transaction: Transaction) => void) => void
}

const { isUtf8 } = require('node:buffer') as typeof import('node:buffer')
const hooks = require('hooks') as Hooks

let responses: Instructions['expected'] = {}

hooks.beforeAll((transactions, done) => {
  const [template] = transactions as [Transaction]
  process.once('message', ({ requests, expected }: Instructions) => {
    responses = expected
    const planned = requests.map(({ id, path, headers, expect }) => {
      const request = { ...template.request, headers }
      return { ...template, id, fullPath: path, request, expected: { statusCode: expect } }
    })
    transactions.splice(0, transactions.length, ...planned)
    done()
  })
  process.send?.({ kind: 'ready' } satisfies ChildMessage)
})

hooks.beforeEachValidation((transaction) => {
  const { real } = transaction
  // Compare a documented response with its own description, because the contract allows every documented status.
  const documented = responses[real.statusCode] ?? responses[transaction.expected.statusCode ?? '']
  const type = real.headers['content-type'] ?? ''
  // Compare only the media type: Dredd would compare the whole header, but parameters such as charset do not change a media type. If the
  // header was sent twice, its value contains a comma, which is bad syntax but does not change the type.
  const same = type.split(/[;,]/, 1)[0]?.trim().toLowerCase() === documented?.mediaType
  const expected = {
    statusCode: String(documented?.status),
    ...(!same && { headers: { 'content-type': documented?.mediaType } }),
    bodySchema: documented?.bodySchema,
  }
  transaction.expected = expected
  if (real.bodyEncoding !== 'base64' || real.body === undefined) return
  // Dredd treats every body with a U+FFFD as binary, but the server may have sent that character.
  const bytes = Buffer.from(real.body, 'base64')
  if (!isUtf8(bytes)) return
  real.body = bytes.toString()
  real.bodyEncoding = 'utf-8'
})

hooks.afterEach((transaction) => {
  const { id, results } = transaction
  const errors = Object.entries(results?.fields ?? {}).flatMap(([field, { errors }]) =>
    errors.slice(0, 20).map(({ message }) => ({ field, message })),
  )
  process.send?.({ kind: 'answer', id, judged: results?.valid !== undefined, errors } satisfies ChildMessage)
  // Unset `test`: otherwise, Dredd would print a report that contains requests.
  transaction.test = undefined
})
