import { changePlantsBytes, changeResponses } from '../change.ts'
import {
  acceptAsFirst,
  isInherited,
  isUnauthorised,
  openEverywhere,
  readToken,
  sentToken,
  TOKEN,
} from '../credentials.ts'
import { type Fault, faults } from '../implementation.ts'
import { defaultLists, defaultPlants } from '../plants.ts'
import { correctResponse, emptyResponse, htmlResponse, jsonResponse, withHeaders } from '../response.ts'
import { responseBytes } from '../startImplementation.ts'
import {
  always,
  both,
  notFirstOnConnection,
  whileConcurrent,
  withLimit,
  withoutAuthorization,
} from '../when.ts'

const withInvalidToken = ({ headers }: { headers: Readonly<Record<string, string>> }): boolean =>
  headers.authorization !== undefined
/** The prefix of the entity tags that `auth-not-modified` sends with lists. */
const TAG = 'W/"plants-of-'
const PADDED = 'q7Kd2mQx7RtYw3ZbAA=='
const lengthOfToken = (authorization?: string): number => readToken(authorization)?.length ?? 0

/** Faulty servers that accept requests without the user's token. */
export const authFaults: readonly Fault[] = [
  ...faults('auth-token-needed', {
    'auth-open: serves the list to everyone': openEverywhere(() => true),
    'auth-open-without-field: serves requests without a token': openEverywhere(
      (_request, authorization) => authorization === undefined,
    ),
    'auth-open-with-limit: serves requests with a positive limit but without a token': openEverywhere(
      ({ limit }, authorization) => authorization === undefined && limit !== undefined,
    ),
    'auth-open-in-absolute-form: serves requests without a token if the request line contains the whole URL':
      openEverywhere(({ target }) => target.startsWith('http')),
    'auth-open-with-other-parameter: serves requests without a token if the query has another parameter':
      openEverywhere(({ query }) => query.includes('kit')),
    'auth-open-with-content: serves requests without a token if they have content': openEverywhere(
      ({ headers }) => headers['content-length'] !== undefined,
    ),
    'auth-empty-list (C04): returns an empty list to a request without a valid token': changeResponses(
      () => jsonResponse(200, []),
      isUnauthorised,
    ),
    'auth-login-page: returns 200 with an HTML page to a request without a valid token': changeResponses(
      () => htmlResponse(200, '<html>'),
      isUnauthorised,
    ),
    'auth-open-like-a-proxy: sends plants and the header X-Squid-Error to requests without a valid token': {
      respond: ({ user }, correct) => {
        if (user !== undefined) return correct
        return withHeaders(jsonResponse(200, defaultPlants), { 'X-Squid-Error': 'ERR_NONE 0' })
      },
    },
    'auth-open-in-unknown-coding: returns plants to requests without a valid token, and falsely declares Content-Encoding: compress':
      {
        respond: ({ user }, correct) => {
          if (user !== undefined) return correct
          return withHeaders(jsonResponse(200, defaultPlants), { 'Content-Encoding': 'compress' })
        },
      },
    'auth-error-200: returns 200 with an error to a request without a valid token': changeResponses(
      () => jsonResponse(200, { error: 401, message: 'no' }),
      isUnauthorised,
    ),
    'auth-not-modified: returns 304 for any of its own ETags before it checks the token': changeResponses(
      (response, { headers, user }) => {
        const sent = headers['if-none-match']
        const isKnown = sent?.startsWith(TAG) === true
        const fields = { ETag: isKnown ? sent : `${TAG}${user}"`, 'Cache-Control': 'private' }
        return isKnown ? emptyResponse(304, fields) : withHeaders(response, fields)
      },
      ({ headers }, _memory, { status }) =>
        status === 200 || headers['if-none-match']?.startsWith(TAG) === true,
    ),
    'auth-not-modified-by-url: returns 304 for an ETag of the requested URL before it checks the token': {
      respond: ({ headers, query, user }, correct) => {
        const sent = headers['if-none-match']
        const url = `"${Buffer.from(query).toString('hex')}-`
        const fields = { ETag: `${url}${user}"`, 'Cache-Control': 'private' }
        if (sent?.startsWith(url)) return emptyResponse(304, { ...fields, ETag: sent })
        return correct.status === 200 ? withHeaders(correct, fields) : correct
      },
    },
    'auth-open-on-known-connection: serves requests without a token on a reused connection': acceptAsFirst(
      both(withoutAuthorization, notFirstOnConnection),
    ),
    'auth-open-with-origin: serves requests with an Origin but without a token': acceptAsFirst(
      both(withoutAuthorization, ({ headers }) => headers.origin !== undefined),
    ),
    'auth-open-after-redirect (AU11): redirects to the path with a trailing slash, which it serves without a token':
      {
        respond: (request, correct) => {
          const location = { Location: `/plants/${request.query === '' ? '' : `?${request.query}`}` }
          if (request.path === '/plants') return emptyResponse(308, location)
          return request.path === '/plants/'
            ? correctResponse({ ...request, path: '/plants', user: 'first' }, defaultLists)
            : correct
        },
      },
    'auth-open-in-company: serves requests without a token while it handles another request': acceptAsFirst(
      both(withoutAuthorization, whileConcurrent),
    ),
    'auth-open-cut: serves requests without a valid token, and sends too small a Content-Length': {
      ...acceptAsFirst(always),
      ...changePlantsBytes((head, body) => head.replace(/(?<=Length: \d+)\d/, '') + body, isUnauthorised),
    },
    'auth-local-address: serves requests without a valid token if they have X-Forwarded-For: 127.0.0.1':
      acceptAsFirst(({ headers }) => headers['x-forwarded-for'] === '127.0.0.1'),
  }),
  ...faults('auth-token-checked', {
    'auth-any-token: accepts any token of two or more characters': openEverywhere(
      (_request, authorization) => lengthOfToken(authorization) > 1,
    ),
    'auth-any-credentials (AU04 AU09): checks only that there is an Authorization header':
      acceptAsFirst(withInvalidToken),
    'auth-long-tokens: accepts any token of more than forty characters': openEverywhere(
      (_request, authorization) => lengthOfToken(authorization) > 40,
    ),
    'auth-two-fields (C41): accepts every request with two or more Authorization headers': openEverywhere(
      ({ lines }) => lines.filter((line) => /^authorization:/i.test(line)).length > 1,
    ),
    'auth-any-token-with-limit: accepts any Authorization header when the request has a positive limit':
      acceptAsFirst(both(withInvalidToken, withLimit)),
    'auth-any-token-behind-silence: accepts any Authorization header, but does not answer OPTIONS, very long headers or most unknown paths':
      {
        ...acceptAsFirst(withInvalidToken),
        bytes: (request, response) => {
          const { method, path, lines } = request
          const isSilent =
            method === 'OPTIONS' || !/^\/plants$/i.test(path) || lines.some((line) => line.length > 10_000)
          // The server writes no response, and the connection stays open.
          return isSilent ? Buffer.alloc(0) : responseBytes(request, response)
        },
      },
    'auth-any-token-on-known-connection: accepts any Authorization header on a reused connection':
      acceptAsFirst(both(withInvalidToken, notFirstOnConnection)),
    'token-null: accepts the word null as a token': openEverywhere(
      ({ lines }) => lines.find((line) => /^authorization:/i.test(line))?.endsWith('Bearer null') === true,
    ),
    'token-key-inherited: accepts names of inherited JavaScript properties, such as constructor, as tokens':
      acceptAsFirst(isInherited),
  }),
  ...faults('auth-empty-refused', {
    'auth-empty (C39): accepts an empty token': openEverywhere(
      (_request, authorization) => authorization === 'Bearer' || authorization === 'Bearer ',
    ),
  }),
  ...faults('auth-tampered-refused', {
    'auth-tampered: compares only the start and the end of the token': openEverywhere(
      (_request, authorization) => /^toke.*alice$/.test(readToken(authorization) ?? ''),
    ),
  }),
  ...faults('auth-whole-token-compared', {
    'auth-prefix: accepts the first four or more characters of the valid token': openEverywhere(
      (_request, authorization) =>
        TOKEN.startsWith(readToken(authorization) ?? '-') && lengthOfToken(authorization) > 3,
    ),
    'auth-extended: accepts the valid token with extra characters at its end': openEverywhere(
      (_request, authorization) => readToken(authorization)?.startsWith(TOKEN) === true,
    ),
    'auth-extended-after-padding: ignores characters after the padding of a token': {
      token: PADDED,
      ...acceptAsFirst(({ headers }) => readToken(headers.authorization)?.startsWith(PADDED) === true),
    },
    'auth-end-of-token-compared: accepts any token that ends with the valid token': acceptAsFirst(
      ({ headers }) => /^Bearer .+token-alice$/.test(headers.authorization ?? ''),
    ),
    'token-padding-dropped: removes the padding from a token before it looks the token up': acceptAsFirst(
      (request) => sentToken(request).replace(/=+$/, '') === TOKEN,
    ),
    'token-as-pattern: lets _ in a token match any character, like LIKE in SQL': acceptAsFirst(
      (request) =>
        sentToken(request).length === TOKEN.length &&
        [...sentToken(request)].every((letter, index) => letter === '_' || letter === TOKEN[index]),
    ),
  }),
  ...faults('auth-letter-case-compared', {
    'auth-any-letter-case: accepts the valid token in any letter case': acceptAsFirst(
      ({ headers: { authorization } }) => readToken(authorization)?.toLowerCase() === TOKEN.toLowerCase(),
    ),
  }),
  ...faults('auth-scheme-checked', {
    'auth-basic (C40): accepts any Basic credentials': openEverywhere(
      (_request, authorization) => authorization?.startsWith('Basic ') === true,
    ),
    'auth-unknown-scheme: accepts the credentials Token x, whose scheme is unknown': openEverywhere(
      (_request, authorization) => authorization === 'Token x',
    ),
  }),
  ...faults('auth-cookie-alone-refused', {
    'auth-cookie: accepts its own cookie instead of a token': {
      respond: (request, correct) => {
        if (request.headers.cookie?.includes('session=1'))
          return correctResponse({ ...request, user: 'first' }, defaultLists)
        return request.user === undefined
          ? correct
          : withHeaders(correct, { 'Set-Cookie': 'session=1; Path=/' })
      },
    },
  }),
  ...faults('auth-every-path', {
    'auth-slash: serves /plants/ without a token': openEverywhere(({ path }) => path === '/plants/'),
    'auth-double-slash: serves //plants without a token': openEverywhere(({ path }) => path === '//plants'),
    'auth-options: serves OPTIONS without a token': openEverywhere(({ method }) => method === 'OPTIONS'),
    'auth-trace: serves TRACE without a token': openEverywhere(({ method }) => method === 'TRACE'),
    'auth-other-safe-method: serves PROPFIND without a token': openEverywhere(
      ({ method }) => method === 'PROPFIND',
    ),
    'auth-upper-case: serves /PLANTS without a token': openEverywhere(({ path }) => path === '/PLANTS'),
    'auth-path-encoded: serves percent-encoded paths without a token': openEverywhere(({ path }) =>
      path.includes('%'),
    ),
    'auth-path-parameter: serves /plants;a without a token': openEverywhere(
      ({ path }) => path === '/plants;a',
    ),
  }),
  ...faults('auth-not-replayed', {
    'auth-replayed: replays a cached list to some requests without a token': {
      respond: (request, correct, memory) => {
        // Once limit=1 has been requested without a token, the cache serves the whole list without a token.
        if (
          request.user !== undefined ||
          request.headers.authorization !== undefined ||
          request.method !== 'GET'
        )
          return correct
        if (request.limit === 1) memory.warm = 1
        return memory.warm === 1 && request.query === '' && request.path === '/plants'
          ? jsonResponse(200, defaultPlants, { Age: '3' })
          : correct
      },
    },
    'auth-cached-by-address: serves a URL without a token after it has served this URL with a token': {
      respond: (request, correct, memory) => {
        const address = `${request.path}?${request.query}`
        if (correct.status === 200) memory[address] = 1
        return memory[address] === 1 && ['GET', 'HEAD'].includes(request.method)
          ? correctResponse({ ...request, user: request.user ?? 'first' }, defaultLists)
          : correct
      },
    },
  }),
]
