import type { Credential } from '../../../src/judge/exchange.ts'
import type { PlanDimension } from './planDimension.ts'

/** The spelling of the request's credentials. */
const credentials: PlanDimension = {
  id: 'credentials',
  values: [
    { id: 'documented', when: 'with Authorization: Bearer', refusal: 'MUST' },
    {
      id: 'lower-case-name',
      when: 'with a header named authorization, in lower case',
      refusal: 'MUST',
      change: ({ credential }) => ({
        credential: {
          ...spell(credential, (text) => text),
          label: `${credential.label} in a header named in lower case`,
          fields: credential.fields.map((field) => ({ ...field, name: field.name.toLowerCase() })),
        },
      }),
      isPossible: ({ credentials: { valid } }) => valid.fields.length > 0,
    },
    {
      id: 'lower-case-scheme',
      when: 'with the scheme bearer in lower case',
      refusal: 'SHOULD',
      change: ({ credential }) => ({
        credential: {
          ...spell(credential, (text) => text.replace(/^Bearer/, 'bearer')),
          label: `${credential.label} after the scheme in lower case`,
        },
      }),
      isPossible: ({ credentials: { valid } }) => valid.fields.length > 0,
    },
  ],
}

const http: PlanDimension = {
  id: 'http',
  values: [
    { id: 'kept', when: 'on a connection that stays open', refusal: 'MUST' },
    {
      id: 'close',
      when: 'with Connection: close',
      refusal: 'MUST',
      change: ({ fields = [] }) => ({ fields: [...fields, ['Connection', 'close']] }),
    },
    { id: '1.0', when: 'with HTTP/1.0', refusal: 'allowed', change: () => ({ httpVersion: '1.0' }) },
  ],
}

const user: PlanDimension = {
  id: 'user',
  values: [
    { id: 'operator', when: "with the operator's token", refusal: 'MUST' },
    {
      id: 'other',
      when: "with another user's token",
      refusal: 'MUST',
      change: (_probe, { facts: { credentials }, turn }) => {
        const { valid, others } = credentials
        return { credential: others[turn % others.length] ?? valid }
      },
      isPossible: ({ credentials: { others } }) => others.length > 0,
    },
  ],
}

/** The position of a request among other requests. The values do not change the request itself: the layout places the request. */
const sequence: readonly PlanDimension[] = [
  {
    id: 'position',
    isMoment: true,
    values: [
      { id: 'first', when: 'on the first request of a connection', refusal: 'MUST' },
      { id: 'second', when: 'on the second request of a connection', refusal: 'MUST' },
      { id: 'third', when: 'on the third request of a connection', refusal: 'MUST' },
      { id: 'later', when: 'on later requests of a connection', refusal: 'MUST' },
    ],
  },
  {
    id: 'before',
    isMoment: true,
    values: [
      { id: 'other', when: 'after another request', refusal: 'MUST' },
      { id: 'same', when: 'right after a request for the same address', refusal: 'MUST' },
      { id: 'refused', when: 'right after an invalid limit', refusal: 'MUST' },
      { id: 'head', when: 'right after HEAD', refusal: 'MUST' },
    ],
  },
  {
    id: 'together',
    isMoment: true,
    values: [
      { id: '1', when: 'when no other request is sent at the same time', refusal: 'MUST' },
      { id: '2', when: 'when 2 requests are sent together', refusal: 'MUST' },
      { id: '8', when: 'when 8 or more requests are sent together', refusal: 'MUST' },
      { id: '24', when: 'when 24 requests are sent together', refusal: 'MUST' },
    ],
  },
]

export const connectionDimensions: readonly PlanDimension[] = [user, credentials, http, ...sequence]

function spell(credential: Credential, change: (text: string) => string): Credential {
  return {
    ...credential,
    fields: credential.fields.map((field) => ({
      ...field,
      value: change(field.value),
      shell: change(field.shell),
    })),
  }
}
