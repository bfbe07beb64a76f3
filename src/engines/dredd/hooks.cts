// Dredd loads this with require() and provides a module named `hooks`. Neither works from an ES module.
import type { Hooks, HookTransaction, Instructions } from './messages.ts'

const { isUtf8 } = require('node:buffer') as typeof import('node:buffer')
const hooks = require('hooks') as Hooks

/** Give up after this many requests that time out. */
const MOST_TIMEOUTS = 4

let expected: Instructions['expected'] = {}
let timeout = 0
let timeouts = 0
/** Whether a second attempt of the last request would change nothing. */
let isFinal = true

hooks.beforeAll((transactions, done) => {
  const [template] = transactions
  process.once('message', (instructions: Instructions) => {
    expected = instructions.expected
    timeout = instructions.timeout
    const planned = instructions.requests.flatMap((request) =>
      // The second attempt is for a kept-alive connection that the server closes at the same moment; otherwise it is skipped.
      [1, 2].map((attempt) => ({
        ...template,
        ...request,
        attempt,
        expected: { statusCode: request.expect },
      })),
    )
    transactions.splice(0, transactions.length, ...(planned as HookTransaction[]))
    done()
  })
  process.send?.({ kind: 'ready' })
})

hooks.beforeEach((transaction) => {
  transaction.skip = (transaction.attempt === 2 && isFinal) || timeouts >= MOST_TIMEOUTS
})

hooks.beforeEachValidation((transaction) => {
  const { real } = transaction
  // The contract allows every documented status, so a documented response is compared with its own description.
  const documented = expected[real.statusCode] ?? expected[transaction.expect]
  const type = real.headers['content-type'] ?? ''
  // Dredd compares the whole value, but parameters such as charset do not change a media type. A comma is in the value if
  // the header was sent twice: bad syntax, but the right type.
  const same = type.split(/[;,]/, 1)[0]?.trim().toLowerCase() === documented?.mediaType
  transaction.expected = {
    statusCode: String(documented?.status),
    headers: { 'content-type': same ? type : documented?.mediaType },
    bodySchema: documented?.bodySchema,
  }
  if (real.bodyEncoding !== 'base64' || real.body === undefined) return
  // Dredd treats every body with a U+FFFD as binary, but the server may have sent that character.
  const bytes = Buffer.from(real.body, 'base64')
  if (!isUtf8(bytes)) return
  real.body = bytes.toString()
  real.bodyEncoding = 'utf-8'
})

hooks.afterEach((transaction) => {
  const { id, attempt, real, results, startedAt } = transaction
  const durationMs = Date.now() - startedAt
  if (!transaction.skip) {
    isFinal = real !== undefined || durationMs >= timeout
    if (real === undefined && isFinal) timeouts += 1
    const errors = Object.entries(results?.fields ?? {}).flatMap(([field, { errors }]) =>
      errors.slice(0, 20).map(({ message }) => ({ field, message })),
    )
    const judged = results?.valid !== undefined
    const isText = real?.bodyEncoding !== 'base64'
    process.send?.({ kind: 'answer', id, last: isFinal || attempt === 2, isText, judged, errors })
  } else if (timeouts >= MOST_TIMEOUTS && attempt === 1) process.send?.({ kind: 'skipped', id })
  // Without it, Dredd would print a report with requests, token included.
  transaction.test = undefined
})
