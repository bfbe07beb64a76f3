import { changeResponses } from '../../change.ts'
import type { Difference, Variation } from '../../implementation.ts'
import { defaultLists } from '../../plants.ts'
import { correctResponse, errorResponse } from '../../response.ts'

const JWT = `${Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url')}.${Buffer.from('{"sub":"alice"}').toString('base64url')}`

/** Accepts every token that decodes to the same text as the user's. */
function reading(token: string, read: (text: string) => string): Difference {
  return {
    token,
    respond: (request, correct) => {
      const sent = /^bearer +([!-~]+)$/i.exec(request.headers.authorization ?? '')?.[1]
      const isOwn = sent !== undefined && read(sent) === read(token)
      return isOwn ? correctResponse({ ...request, user: 'first' }, defaultLists) : correct
    },
  }
}
const bytes = (text: string): string => Buffer.from(text, 'base64').toString('hex')

/** Tokens and their spelling. */
export const tokenVariations: readonly Variation[] = [
  {
    id: 'token-of-every-character',
    title: 'issues a token with every legal character',
    rows: ['AU16'],
    difference: { token: 'aZ09-._~+/aZ09==' },
  },
  {
    id: 'token-long',
    title: 'issues a token of four kilobytes',
    rows: ['AU16'],
    difference: { token: 'Ab9-'.repeat(1_000) },
  },
  {
    id: 'token-short',
    title: 'issues a token of two characters',
    rows: ['AU16'],
    difference: { token: 'k7' },
  },
  {
    id: 'token-of-one-letter',
    title: 'issues a token of one character',
    rows: ['AU16'],
    difference: { token: 'A' },
  },
  {
    id: 'token-signed',
    title: 'issues a signed token and compares the decoded signature',
    rows: ['V31'],
    difference: reading(`${JWT}.${'q7'.repeat(21)}Q`, (text) => text.replace(/[^.]*$/, bytes)),
  },
  {
    id: 'token-of-bytes',
    title: 'compares base64url tokens after decoding',
    rows: ['V31', 'AU06'],
    difference: reading('p8Kd2mQx7RtYw3Zb', bytes),
  },
  {
    id: 'token-padded',
    title: 'compares padded base64 tokens after decoding',
    rows: ['V31', 'AU06'],
    // A decoder that refuses what follows the padding.
    difference: reading('p8Kd2mQx7RtYw3+/ZQ==', (text) => (/=[^=]/.test(text) ? '' : bytes(text))),
  },
  {
    id: 'token-uuid',
    title: 'issues a UUID as a token, and accepts it in upper or lower case',
    rows: ['V31', 'AU05'],
    difference: reading('6f1d3c9e-0b7a-4aaa-9d2e-aaaaaaaaaaaa', (text) => text.toLowerCase()),
    warns: ['auth-letter-case-compared'],
  },
  {
    id: 'token-forbidden',
    title: 'returns 403 to everything',
    rows: ['V27', 'V33', 'C07'],
    difference: changeResponses(
      () => ({
        status: 403,
        headers: { 'Content-Type': 'text/html' },
        body: '<!doctype html><title>Plants</title><p>Who are you?',
      }),
      () => true,
    ),
    incomplete: true,
  },
  {
    id: 'token-refused',
    title: 'does not recognise the token',
    rows: ['V27', 'C07'],
    difference: {
      respond: () => errorResponse(401, 'who?', { 'WWW-Authenticate': 'Bearer realm="plants"' }),
    },
    incomplete: true,
  },
  {
    id: 'scheme-in-one-spelling',
    title: 'accepts the scheme only as Bearer followed by one space',
    rows: ['C35', 'C37'],
    difference: changeResponses(
      () =>
        errorResponse(401, 'bad scheme', {
          'WWW-Authenticate': 'Bearer realm="plants", error="invalid_token"',
        }),
      ({ lines }) => lines.some((line) => /^[Aa]uthorization: (?!Bearer [^ ])/.test(line)),
    ),
    warns: ['auth-scheme-any-case'],
  },
]
