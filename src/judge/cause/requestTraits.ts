import { ordinal, shorten } from '../../contract/words.ts'
import { userOf } from '../credentials.ts'
import type { Design } from '../design.ts'
import type { AnsweredExchange, Conditions, LimitClass, Probe } from '../exchange.ts'
import { fieldValues } from '../headerFields.ts'
import type { Trait } from './trait.ts'

const LIMITS: Record<LimitClass, string> = {
  absent: 'without a limit',
  positive: 'with a positive limit',
  open: 'with a limit of 0 or less',
  outside: 'with a limit that is not an int32',
}

/** How much of a value is shown. */
const SHOWN = 60

/** How the request differs from the plain one, as planned. */
export function listConditions(conditions: Conditions, design: Design | undefined): Trait[] {
  return Object.entries(conditions).map(([dimension, id]) => {
    const { values = [], groups } = design?.dimensions.find((each) => each.id === dimension) ?? {}
    const when = values.find((each) => each.id === id)?.when ?? `with ${dimension}: ${id}`
    const keyed = groups?.map((group) => ({
      ...group,
      keys: group.values.map((each) => `${dimension}=${each}`),
    }))
    return { key: `${dimension}=${id}`, kind: 'condition', dimension, when, ...(keyed && { groups: keyed }) }
  })
}

/** The usual values of the dimensions that the conditions do not list. */
export function listUsualValues(conditions: Conditions, design: Design | undefined): Trait[] {
  return (design?.dimensions ?? []).flatMap(({ id: dimension, values: [usual] }) =>
    usual === undefined || Object.hasOwn(conditions, dimension)
      ? []
      : [{ key: `${dimension}=${usual.id}`, kind: 'usual' as const, dimension, when: usual.when }],
  )
}

/** What else can be said about a request, the most general first. */
export function listRequestTraits(probe: Probe): Trait[] {
  const { method, limit, most, query, path, httpVersion } = probe
  return [
    trait('method', `method:${method}`, `with ${method}`),
    ...listCredentialTraits(probe),
    ...(limit === 'absent' ? [] : [trait('limit', 'limited', 'with a limit')]),
    trait('limit', `limit:${limit}`, LIMITS[limit]),
    ...(most === undefined ? [] : [trait('limit', `most:${most}`, `with a limit of ${most}`)]),
    ...(most === undefined ? listParameters(query) : []),
    ...(query === undefined ? [] : [trait('limit', `query:${query}`, `with ?${shorten(query, SHOWN)}`)]),
    ...(path === undefined ? [] : [trait('path', `path:${path}`, `at ${path}`)]),
    ...(httpVersion === undefined ? [] : [trait('version', 'version', `over HTTP/${httpVersion}`)]),
    ...listFieldTraits(probe),
  ]
}

/** Each parameter that the query does not repeat, in any spelling. */
function listParameters(query = ''): Trait[] {
  const decoded = query.replaceAll(/%[\da-f]{2}/gi, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : escaped
  })
  const parameters = decoded.split('&').filter((parameter) => parameter !== '')
  return parameters
    .filter((parameter) => parameters.filter((each) => readName(each) === readName(parameter)).length === 1)
    .map((parameter) => trait('limit', `parameter:${parameter}`, `with ?${shorten(parameter, SHOWN)}`))
}

function readName(parameter: string): string {
  return parameter.split('=', 1).join()
}

function listCredentialTraits({ credential }: Probe): Trait[] {
  const { kind, label } = credential
  const exact = trait('credential', `credential:${label}`, `with ${label}`)
  if (kind !== 'valid' && kind !== 'other')
    return [trait('credential', 'refusable', 'without a valid token'), exact]
  const user = userOf(credential)
  return [trait('credential', `user:${user}`, `with the ${ordinal(user)} user's token`), exact]
}

/** The headers. A planned condition may stand for several values of one. */
function listFieldTraits({ fields = [], omit = [], conditions }: Probe): Trait[] {
  return [
    ...fields.map(([name, value]) => {
      // A cookie that is not planned is the server's, and may be a secret.
      const isOwn = name === 'Cookie' && conditions === undefined
      const when = isOwn ? 'with a cookie of the server' : `with ${name}: ${shorten(value, SHOWN)}`
      return trait(name.toLowerCase(), `field:${name}: ${value}`, when)
    }),
    ...omit.map((name) => trait(name, `omit:${name}`, `without ${capitalise(name)}`)),
  ]
}

/** `user-agent` → `User-Agent`. */
function capitalise(name: string): string {
  return name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())
}

export function listResponseTraits({ probe, response }: AnsweredExchange): Trait[] {
  const seen = (key: string, when: string): Trait => ({ key, kind: 'response', when })
  const coding = fieldValues(response.fields, 'content-encoding').join(', ')
  return [
    seen(`status:${response.status}`, `in responses with status ${response.status}`),
    ...(response.body.length > 0 && probe.method !== 'HEAD'
      ? [seen(`body:${response.status}`, `in responses with status ${response.status} and a body`)]
      : []),
    ...(coding === '' ? [] : [seen(`coding:${coding}`, `in responses with Content-Encoding: ${coding}`)]),
  ]
}

function trait(dimension: string, key: string, when: string): Trait {
  return { key, kind: 'request', dimension, when }
}
