import type { Check } from '../../../src/judge/check.ts'
import {
  type AnsweredExchange,
  type Exchange,
  isAnswered,
  isPlantsAnswer,
} from '../../../src/judge/exchange.ts'
import { headerValues, isProbe, readBodyText } from '../exchanges.ts'
import { headerViolation, violation, whenAnswered } from '../whenAnswered.ts'

/** The minimum length of the tokens that the kit searches for. A shorter string may be in a response by chance. */
const SHORTEST_TOKEN = 8

/** Checks for data that a response repeats or reveals by mistake. */
export const leakChecks: readonly Check[] = [
  {
    id: 'error-hides-internals',
    title: 'Shows no server internals in errors',
    level: 'SHOULD',
    requirement: {
      standard: 'OWASP API8:2023',
      text: 'Error messages contain no stack traces or other internals',
    },
    sent: 'every request that gets a 4xx or 5xx',
    fix: 'Return a fixed message in errors, and write stack traces, paths and queries only to the log.',
    requires: 'an error response',
    applies: (exchange) => (exchange.response?.status ?? 0) >= 400,
    judge: whenAnswered((exchange) => {
      const internals = findOnce(exchange, readBodyText(exchange))
      if (!internals) return []
      const message = `the body of the ${exchange.response.status} shows ${internals.what}`
      const actual = internals.excerpt
      return violation({ message, pointer: 'body', expected: 'a message without server internals', actual })
    }),
  },
  {
    id: 'token-not-echoed',
    title: 'Does not repeat a token in a response',
    level: 'SHOULD',
    requirement: {
      standard: 'RFC 6750 section 5.3',
      text: 'Bearer tokens must not leak to unintended parties',
    },
    sent: 'requests with a valid token or a random token',
    fix: "Do not write the token or the request's headers into a response.",
    requires: 'a response to a request with a token',
    applies: (exchange) =>
      exchange.probe.method !== 'TRACE' &&
      isAnswered(exchange) &&
      listRecognisableTokens(exchange).length > 0,
    judge: whenAnswered((exchange) => {
      const pointer = listRecognisableTokens(exchange)
        .map((token) => findPlace(token, exchange, readBodyText(exchange)))
        .find((place) => place !== undefined)
      if (pointer === undefined) return []
      const place = pointer === 'body' ? 'the body' : `the header ${pointer}`
      const message = `the response repeats a token of the request in ${place}`
      return [{ message, pointer, expected: 'no token', actual: 'the token that was sent' }]
    }),
  },
  {
    id: 'input-not-reflected',
    title: 'Does not return markup from a parameter as a web page',
    level: 'SHOULD',
    requirement: {
      standard: 'CWE-79',
      text: 'A server neutralises data from a request before it writes the data into a web page',
    },
    sent: 'a limit of <svg/onload=1>',
    fix: "Escape a parameter's value before you repeat it in a response that is not JSON.",
    requires: 'a response to a limit that contains markup',
    applies: (exchange) => exchange.probe.query?.includes('=%3Csvg') === true && isAnswered(exchange),
    judge: whenAnswered((exchange) => {
      const [type] = headerValues(exchange, 'content-type')
      const isSniffed = type === undefined && !hasNosniff(exchange)
      const isExecuted = isSniffed || /html|\bxml\b|\+xml|svg/i.test(type ?? '')
      if (!isExecuted || !readBodyText(exchange).includes('<svg/onload=1')) return []
      return violation({
        message: "the response repeats the request's markup, and browsers may execute this markup",
        pointer: 'body',
        expected: 'escaped characters, or application/json',
        actual: type ?? 'no Content-Type',
      })
    }),
  },
]

const found = new WeakMap<Buffer, ReturnType<typeof findInternals> | null>()

/** Finds server internals in a body. The kit caches the result for each body, because a search of a long body takes some time. */
function findOnce({ response: { body } }: AnsweredExchange, text: string): ReturnType<typeof findInternals> {
  const earlier = found.get(body)
  if (earlier !== undefined) return earlier ?? undefined
  const internals = findInternals(text)
  found.set(body, internals ?? null)
  return internals
}

/** Lists the request's tokens that can be recognised in a response. */
function listRecognisableTokens(exchange: Exchange): string[] {
  const { credential } = exchange.probe
  const isRandom = isProbe(exchange, 'auth/garbage', 'auth/two-fields')
  if (credential.kind === 'bad' && !isRandom) return []
  return credential.fields
    .map(({ value }) => value.replace(/^\w+ +/, ''))
    .filter((token) => token.length >= SHORTEST_TOKEN)
}

function findPlace(token: string, { response }: AnsweredExchange, text: string): string | undefined {
  const header = response.fields.find(
    ([, value]) => value.includes(token) || value.includes(encodeURIComponent(token)),
  )
  return header?.[0] ?? (text.includes(token) ? 'body' : undefined)
}

/**
 * Patterns that an error message must not match, by the leak that a match shows. A hostile server may
 * send the message, so every repetition is bounded or starts in few places.
 */
const PATTERNS: Readonly<Record<string, readonly RegExp[]>> = {
  'a stack trace': [
    /\bat [\w$.<>]+\([\w$]+\.(?:java|kt|scala|groovy):\d+\)/,
    /\bat (?:[^\n()]{0,120}\(|async )?(?:node:internal[^\n():]{1,200}|(?:file:\/\/|\/|[A-Z]:\\)[^\n():]{1,200}\.\w{1,5}):\d{1,9}:\d{1,9}\)?/,
    /\bat [\w.`<>]+\([^\n)]{0,200}\) in [^\n]{1,200}:line \d+/,
    /Traceback \(most recent call last\)/,
    /File "[^"\n]{1,200}", line \d+/,
    /(?<![\w/.-])[\w/.-]{1,200}\.rb:\d{1,9}:in [`']/,
    /\.php(?: on line |:| \()\d+/,
    /goroutine \d+ \[running\]/,
    /thread '[^'\n]{1,80}' panicked at/,
    /\bSystem\.(?:\w{1,60}\.){0,6}\w{0,60}Exception\b/,
  ],
  'a database error': [
    /SQLSTATE\[/,
    /You have an error in your SQL syntax/,
    /\bORA-\d{5}\b/,
    /syntax error at or near "/,
    /\bSQLITE_ERROR\b|sqlite3?\.OperationalError/,
    /\bpsycopg2?\.|\bcom\.mysql\.|\borg\.postgresql\.|\borg\.hibernate\./,
    // Tries only the first FROM after a SELECT, and then the first WHERE, LIMIT or ORDER BY.
    /\bSELECT\b(?=([^\n]{1,300}?\bFROM\b))\1[^\n]{1,300}?\b(?:WHERE|LIMIT|ORDER BY)\b/,
    /\bselect\s[\s\w.,"`*]{1,200}?\sfrom\s{1,9}[\w."`]{1,100}\s{1,9}(?:where\s{1,9}[\w."`]{1,100}\s{0,9}(?:=|<|>|in\b|like\b)|limit\s{1,9}[-\d$?:@])/,
  ],
  'a path of a source file': [
    // Matches only file system paths, because an HTML page may contain the URLs of its scripts.
    /(?<!(?:src|href)\s{0,9}=\s{0,9})(?:^|[\s"'(=>])\/(?:app|build|code|data|etc|home|mnt|opt|root|srv|tmp|Users|usr|var|workspace)\/(?:[\w.@-]+\/)*[\w.@-]+\.(?:[cm]?[jt]s|py|rb|php|java|kt|go|rs|cs|aspx?)(?![\w-])/,
    /[A-Z]:\\{1,2}(?:[\w .@-]+\\{1,2})+[\w.@-]+\.\w{1,5}/,
  ],
}

/** Finds server internals in an error's body. */
export function findInternals(body: string): { what: string; excerpt: string } | undefined {
  // JSON escapes line breaks and quotation marks.
  const text = body.replace(/(?<!\\)\\([nrt"])/g, (_escape, letter) => (letter === '"' ? '"' : '\n'))
  for (const [what, patterns] of Object.entries(PATTERNS))
    for (const pattern of patterns) {
      const [excerpt] = pattern.exec(text) ?? []
      if (excerpt !== undefined) return { what, excerpt: excerpt.trim().slice(0, 120) }
    }
  return undefined
}

const SECRET_NAME =
  /"(pass(?:word|wd|phrase)|pwd|secret|api_?key|private_?key|(?:access|refresh|session)_?token|e-?mail|owner(?:_?id)?|ssn|iban)"\s*:/i

/** Checks for data that successful responses expose to eavesdroppers, browsers and clients. */
export const exposureChecks: readonly Check[] = [
  {
    id: 'tls-used',
    title: 'Uses TLS on a public host',
    level: 'SHOULD',
    requirement: { standard: 'RFC 6750 section 5.3', text: 'Clients send bearer tokens only over TLS' },
    sent: 'every request',
    fix: 'Serve the operation only over https.',
    requires: 'a server on a public host',
    applies: (exchange) => isPlantsAnswer(exchange) && isPublicHost(new URL(exchange.url).hostname),
    judge({ url }) {
      if (url.startsWith('https:')) return []
      const message = 'the server uses plain http, so anyone on the network can read the token'
      return violation({ message, pointer: 'url', expected: 'https', actual: url })
    },
  },
  {
    id: 'version-not-told',
    title: 'Sends no version such as 2.4 in Server, X-Powered-By or X-AspNet-Version',
    level: 'INFO',
    requirement: {
      standard: 'RFC 9110 section 10.2.4',
      text: 'The Server header should not contain needlessly fine-grained detail',
    },
    sent: 'documented requests that have a valid token and get a 200',
    fix: 'Remove version numbers from the headers Server, X-Powered-By and X-AspNet-Version.',
    requires: 'a 200',
    applies: isPlantsAnswer,
    judge: (exchange) =>
      ['Server', 'X-Powered-By', 'X-AspNet-Version']
        .filter((name) => headerValues(exchange, name.toLowerCase()).some((value) => /\d\.\d/.test(value)))
        .flatMap((name) => headerViolation(exchange, name, `${name} contains a version`, 'no version')),
  },
  {
    id: 'nosniff-set',
    title: 'Sends X-Content-Type-Options: nosniff',
    level: 'INFO',
    requirement: {
      standard: 'Fetch, X-Content-Type-Options',
      text: 'With nosniff, browsers do not guess a media type',
    },
    sent: 'documented requests that have a valid token and get a 200',
    fix: 'Send X-Content-Type-Options: nosniff with every response.',
    requires: 'a 200',
    applies: isPlantsAnswer,
    judge: (exchange) =>
      hasNosniff(exchange)
        ? []
        : headerViolation(
            exchange,
            'X-Content-Type-Options',
            'the response has no X-Content-Type-Options: nosniff',
            'nosniff',
          ),
  },
  {
    id: 'plants-without-secrets',
    title: 'Sends no field with a name such as `password`, `api_key` or `email`',
    level: 'INFO',
    requirement: {
      standard: 'OWASP API3:2023',
      text: 'An API returns only the fields that its clients need',
    },
    sent: 'documented requests that have a valid token and get a 200',
    fix: 'Return only the documented fields of a plant, not the whole database record.',
    requires: 'a 200',
    applies: isPlantsAnswer,
    judge: whenAnswered((exchange) => {
      const [, name] = SECRET_NAME.exec(readBodyText(exchange)) ?? []
      if (name === undefined) return []
      const message = `plants have a field "${name}": check whether every client may see this field`
      return violation({ message, pointer: `/*/${name}`, expected: 'fields that clients need', actual: name })
    }),
  },
]

const hasNosniff = (exchange: Exchange): boolean =>
  headerValues(exchange, 'x-content-type-options').some((value) => value.toLowerCase() === 'nosniff')

const PRIVATE_ADDRESS =
  /^(?:127\.|10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|0\.0\.0\.0$|\[(?:::1\]|::ffff:|f[cde]))/i
const PRIVATE_NAME = /(?:^|\.)(?:localhost|local|internal|test|example|invalid|lan|home\.arpa)$/i

/** Returns whether a host seems reachable from the internet, unlike `api`, `localhost` and `10.0.0.7`. */
export function isPublicHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return !PRIVATE_ADDRESS.test(hostname)
  return hostname.includes('.') && !PRIVATE_ADDRESS.test(hostname) && !PRIVATE_NAME.test(hostname)
}
