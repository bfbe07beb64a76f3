import { changeResponses } from '../change.ts'
import { openEverywhere, TOKEN } from '../credentials.ts'
import { type Difference, type Fault, faults, type Variation, valid } from '../implementation.ts'
import { defaultLists } from '../plants.ts'
import {
  correctResponse,
  emptyResponse,
  errorResponse,
  htmlResponse,
  type IncomingRequest,
} from '../response.ts'

/** Rejects a request if one of the request's header lines matches the pattern. */
const rejectLine = (pattern: RegExp): Difference =>
  changeResponses(
    () => errorResponse(401, 'no', { 'WWW-Authenticate': 'Bearer realm="plants"' }),
    ({ lines }: IncomingRequest) => lines.some((line) => pattern.test(line)),
  )

/** Faulty servers that handle spellings of the credentials wrongly. */
export const tokenFormFaults: readonly Fault[] = [
  ...faults('auth-field-name-any-case', {
    'auth-field-name-case (C36): rejects the Authorization header if its name is in lower case':
      rejectLine(/^authorization:/),
    'auth-field-name-two-cases: accepts the header name only as Authorization or authorization':
      rejectLine(/^AUTHORIZATION:/),
  }),
  ...faults('auth-scheme-any-case', {
    'auth-scheme-case (C35): rejects the Bearer scheme in lower case': rejectLine(/^Authorization: ?bearer /),
    'auth-scheme-two-cases: accepts the scheme only as Bearer or bearer':
      rejectLine(/^Authorization: ?BEARER /),
  }),
  ...faults('auth-scheme-needed', {
    'auth-bare-token: accepts the token without a scheme': openEverywhere(
      (_request, authorization) => authorization === TOKEN,
    ),
    'auth-token-scheme: accepts the token with any scheme': openEverywhere(
      (_request, authorization) =>
        authorization?.split(' ').length === 2 && authorization.endsWith(` ${TOKEN}`),
    ),
    'auth-scheme-anywhere: accepts any text before the scheme and the token': openEverywhere(
      (_request, authorization) => authorization?.endsWith(`Bearer ${TOKEN}`) === true,
    ),
    'auth-word-after-token: ignores words after the token': openEverywhere(
      (_request, authorization) => authorization?.startsWith(`Bearer ${TOKEN} `) === true,
    ),
  }),
  ...faults('auth-one-field', {
    'auth-second-field: trusts the last of two Authorization headers': openEverywhere(
      (_request, authorization) => authorization?.endsWith(`, Bearer ${TOKEN}`) === true,
    ),
  }),
  ...faults('auth-two-spaces', {
    'auth-two-spaces (C37): rejects two spaces after the scheme': rejectLine(/^Authorization: Bearer {2}/),
  }),
]

const JWT = `${Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url')}.${Buffer.from('{"sub":"alice"}').toString('base64url')}`

/** Accepts every token that decodes to the same string as the user's token. */
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

/** Valid servers that have unusual tokens or rules for credentials, or reject the user's token. */
export const tokenVariations: readonly Variation[] = [
  ...valid('AU16', {
    'token-of-every-character: issues a token with every kind of character that a Bearer token may contain': {
      token: 'aZ09-._~+/aZ09==',
    },
    'token-long: issues a token of four kilobytes': { token: 'Ab9-'.repeat(1_000) },
    'token-short: issues a token of two characters': { token: 'k7' },
    'token-of-one-letter: issues a token of one character': { token: 'A' },
  }),
  ...valid('V31 AU06', {
    'token-signed (V31): issues a signed token and compares the decoded signature': reading(
      `${JWT}.${'q7'.repeat(21)}Q`,
      (text) => text.replace(/[^.]*$/, bytes),
    ),
    'token-of-bytes: compares base64url tokens after decoding': reading('p8Kd2mQx7RtYw3Zb', (text) =>
      text.includes('=') ? '' : bytes(text),
    ),
    'token-padded: compares padded base64 tokens after decoding': // A decoder that refuses characters after the padding.
      reading('p8Kd2mQx7RtYw3+/ZQ==', (text) => (/=[^=]/.test(text) ? '' : bytes(text))),
    'token-uuid (V31 AU05): issues a UUID as a token, and accepts it in any letter case': {
      difference: reading('6f1d3c9e-0b7a-4aaa-9d2e-aaaaaaaaaaaa', (text) => text.toLowerCase()),
      warns: ['auth-letter-case-compared'],
    },
    'token-forbidden (V27 V33 C07): returns 403 to every request': {
      difference: { respond: () => htmlResponse(403, '<!doctype html><title>Plants</title><p>Who are you?') },
      incomplete: true,
    },
    'token-at-login-elsewhere (V27 V33): redirects every request to a login page on another host': {
      difference: { respond: () => emptyResponse(302, { Location: 'https://login.example/authorize?id=1' }) },
      warns: ['redirect-keeps-token-safe'],
      incomplete: true,
    },
    'token-at-login-page (V27 V33): returns a login page with status 200 to every request': {
      difference: { respond: () => htmlResponse(200, '<form>Password <input type="password"></form>') },
      incomplete: true,
    },
    'token-expires (V27): rejects valid tokens after sixty requests, and says why in a header or the body': {
      difference: changeResponses(
        (_correct, { limit }) =>
          limit === undefined
            ? errorResponse(401, 'who?', { 'WWW-Authenticate': 'Bearer error="invalid_token"' })
            : errorResponse(401, 'the token has expired'),
        ({ requestsBefore, user }) => requestsBefore >= 60 && user !== undefined,
      ),
      incomplete: true,
    },
    'token-refused (V27 C07): returns 401 to every request, whatever its token': {
      difference: {
        respond: () => errorResponse(401, 'who?', { 'WWW-Authenticate': 'Bearer realm="plants"' }),
      },
      incomplete: true,
    },
    'scheme-in-one-spelling (C35 C37): accepts the scheme only as Bearer followed by one space': {
      difference: changeResponses(
        () =>
          errorResponse(401, 'bad scheme', {
            'WWW-Authenticate': 'Bearer realm="plants", error="invalid_token"',
          }),
        ({ lines }) => lines.some((line) => /^[Aa]uthorization:(?! ?Bearer [^ ])/.test(line)),
      ),
      warns: ['auth-scheme-any-case'],
    },
  }),
]
