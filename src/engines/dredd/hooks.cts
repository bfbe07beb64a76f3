// Dredd loads this with require() and provides a module named `hooks`. Neither works from an ES module.
import type { Hooks, HookTransaction, Instructions } from './messages.ts'

const { isUtf8 } = require('node:buffer') as typeof import('node:buffer')
const hooks = require('hooks') as Hooks

let expected: Instructions['expected'] = {}

hooks.beforeAll((transactions, done) => {
  const [template] = transactions
  process.once('message', (instructions: Instructions) => {
    expected = instructions.expected
    const planned = instructions.requests.map((request) => ({
      ...template,
      ...request,
      expected: { statusCode: request.expect },
    }))
    transactions.splice(0, transactions.length, ...(planned as HookTransaction[]))
    done()
  })
  process.send?.({ kind: 'ready' })
})

hooks.beforeEachValidation((transaction) => {
  const { real } = transaction
  // The contract allows every documented status, so a documented response is compared with its own description.
  const documented = expected[real.statusCode] ?? expected[transaction.expect]
  const type = real.headers['content-type'] ?? ''
  // Dredd would compare the whole value, but parameters such as charset do not change a media type. A comma is in the value if
  // the header was sent twice: bad syntax, but the right type.
  const same = type.split(/[;,]/, 1)[0]?.trim().toLowerCase() === documented?.mediaType
  transaction.expected = {
    statusCode: String(documented?.status),
    ...(!same && { headers: { 'content-type': documented?.mediaType } }),
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
  const { id, real, results } = transaction
  const errors = Object.entries(results?.fields ?? {}).flatMap(([field, { errors }]) =>
    errors.slice(0, 20).map(({ message }) => ({ field, message })),
  )
  const isText = real?.bodyEncoding !== 'base64'
  process.send?.({ kind: 'answer', id, isText, judged: results?.valid !== undefined, errors })
  // Without it, Dredd would print a report with requests.
  transaction.test = undefined
})
