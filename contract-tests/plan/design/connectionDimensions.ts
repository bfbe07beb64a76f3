import type { Credential } from '../../../src/judge/exchange.ts'
import type { PlanDimension } from './planDimension.ts'

type CredentialField = Credential['fields'][number]
type Spell = (field: CredentialField) => Partial<CredentialField>

/** The spelling of the request's credentials. */
const credentials: PlanDimension = {
  id: 'credentials',
  values: [
    { id: 'documented', when: 'with Authorization: Bearer' },
    {
      id: 'other-case-name',
      when: ['with a header named authorization', 'with a header named AUTHORIZATION'],
      change: ({ credential }, { turn }) => {
        const name = turn % 2 === 0 ? 'authorization' : 'AUTHORIZATION'
        return { credential: spell(credential, `in a header named ${name}`, () => ({ name })) }
      },
      isPossible: ({ credentials: { valid } }) => valid.fields.length > 0,
    },
    {
      id: 'other-case-scheme',
      when: ['with the scheme bearer', 'with the scheme BEARER'],
      refusal: 'SHOULD',
      change: ({ credential }, { turn }) => {
        const scheme = turn % 2 === 0 ? 'bearer' : 'BEARER'
        const replace = (text: string): string => text.replace(/^Bearer/, scheme)
        const change: Spell = ({ value, shell }) => ({ value: replace(value), shell: replace(shell) })
        return { credential: spell(credential, `after the scheme ${scheme}`, change) }
      },
      isPossible: ({ credentials: { valid } }) => valid.fields.length > 0,
    },
  ],
}

/** Connection is a list of options in any letter case (RFC 9110 section 7.6.1), to which some clients add TE. */
const CLOSING = ['close', 'TE, Close']

const http: PlanDimension = {
  id: 'http',
  values: [
    { id: 'kept', when: 'on a connection that stays open' },
    {
      id: 'close',
      when: CLOSING.map((options) => `with Connection: ${options}`),
      change: ({ fields = [] }, { turn }) => ({
        fields: [...fields, ['Connection', CLOSING[turn % CLOSING.length] ?? '']],
      }),
    },
    { id: '1.0', when: 'with HTTP/1.0', refusal: 'allowed', change: () => ({ httpVersion: '1.0' }) },
  ],
}

/** The bytes of the request: the space after a colon is optional (RFC 9112 section 5), and a request may arrive in several parts. */
const form: PlanDimension = {
  id: 'form',
  values: [
    { id: 'usual' },
    {
      id: 'tight',
      when: 'without spaces after the colons of the headers',
      refusal: 'MUST',
      change: () => ({ form: 'tight' }),
    },
    {
      id: 'parts',
      when: 'with pauses between three parts of the request',
      refusal: 'MUST',
      change: () => ({ form: 'parts' }),
    },
  ],
}

const user: PlanDimension = {
  id: 'user',
  values: [
    { id: 'operator' },
    {
      id: 'other',
      change: (_probe, { facts: { credentials }, turn }) => {
        const { valid, others } = credentials
        return { credential: others[turn % others.length] ?? valid }
      },
      isPossible: ({ credentials: { others } }) => others.length > 0,
    },
  ],
}

/**
 * The moments of a request: its position on the connection, the request before it, and the number of requests sent at the same time. The
 * values do not change the request itself, but say where the plan places the request.
 */
const moments: readonly PlanDimension[] = [
  createMoment('position', ['first', 'second', 'third', 'later']),
  createMoment('before', ['other', 'same', 'refused', 'head']),
  createMoment('together', ['1', '2', '8', '24']),
]

export const connectionDimensions: readonly PlanDimension[] = [user, credentials, http, form, ...moments]

function createMoment(id: string, values: readonly string[]): PlanDimension {
  return { id, values: values.map((value) => ({ id: value })) }
}

function spell({ label, fields, ...rest }: Credential, how: string, change: Spell): Credential {
  const spelled = fields.map((field) => ({ ...field, ...change(field) }))
  return { ...rest, label: `${label} ${how}`, fields: spelled }
}
