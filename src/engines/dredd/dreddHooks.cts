// Dredd loads this with require(), and hands out its hooks under a name of its own: neither works from an ES module.
import type { Hooks, Instructions, Transaction } from './dreddMessages.ts'

const { isUtf8 } = require('node:buffer') as typeof import('node:buffer')
const hooks = require('hooks') as Hooks

/** Requests without an answer in time after which the others are not tried. */
const PATIENCE = 4

/** Characters of a body that the kit is told, as base64 too: more than it keeps, so that it sees what is cut. */
const TOLD_BODY = 1.5 * 1024 * 1024

let expected: Instructions['expected'] = {}
let timeout = 0
/** Requests so far that got no answer in time. */
let silent = 0
/** Whether the last request sent came to an end that a second try would not change. */
let settled = true

hooks.beforeAll((transactions, done) => {
  const [template] = transactions
  process.once('message', (instructions: Instructions) => {
    expected = instructions.expected
    timeout = instructions.timeout
    const planned = instructions.orders.flatMap((order) =>
      // The second is for a kept connection that the server closed at the same moment, and is skipped otherwise.
      [1, 2].map((attempt) => ({ ...template, ...order, attempt, expected: { statusCode: order.expect } })),
    )
    transactions.splice(0, transactions.length, ...(planned as Transaction[]))
    done()
  })
  process.send?.({ kind: 'ready' })
})

hooks.beforeEach((transaction) => {
  transaction.skip = (transaction.attempt === 2 && settled) || silent >= PATIENCE
})

hooks.beforeEachValidation((transaction) => {
  const { real } = transaction
  // A documented answer is judged by its own promise, whichever of them was expected: the contract allows either.
  const promise = expected[real.statusCode] ?? expected[transaction.expect]
  const type = real.headers['content-type'] ?? ''
  // Dredd compares the whole value, where parameters such as charset leave a media type what it is. A comma stands in a
  // value that was sent twice: bad syntax, but the right type.
  const same = type.split(/[;,]/, 1)[0]?.trim().toLowerCase() === promise?.mediaType
  transaction.expected = {
    statusCode: String(promise?.status),
    headers: { 'content-type': same ? type : promise?.mediaType },
    bodySchema: promise?.bodySchema,
  }
  if (real.bodyEncoding !== 'base64' || real.body === undefined) return
  // Dredd takes every body with a U+FFFD in it for binary, where it may have been sent as such.
  const bytes = Buffer.from(real.body, 'base64')
  if (!isUtf8(bytes)) return
  real.body = bytes.toString()
  real.bodyEncoding = 'utf-8'
})

hooks.afterEach((transaction) => {
  const { id, attempt, real, results, startedAt } = transaction
  const durationMs = Date.now() - startedAt
  if (!transaction.skip) {
    settled = real !== undefined || durationMs >= timeout
    if (real === undefined && settled) silent += 1
    const errors = Object.entries(results?.fields ?? {}).flatMap(([field, { errors }]) =>
      errors.slice(0, 20).map(({ message }) => ({ field, message })),
    )
    const judged = results?.valid !== undefined
    if (real?.body !== undefined) real.body = real.body.slice(0, TOLD_BODY)
    process.send?.({ kind: 'answer', id, last: settled || attempt === 2, durationMs, real, judged, errors })
  } else if (silent >= PATIENCE && attempt === 1) process.send?.({ kind: 'given up', id })
  // Its report would print requests, token included; whoever wants one reads the kit's.
  transaction.test = undefined
})
