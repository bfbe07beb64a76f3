import { hash } from 'node:crypto'
import { ordinal } from '../../src/contract/words.ts'
import { type Credential, type Credentials, swapCase, tamper } from '../../src/judge/exchange.ts'
import type { JudgingOptions } from '../../src/judge/verifyOptions.ts'

const TOKEN = '$PLANT_STORE_TOKEN'
const OTHER_TOKEN = '$PLANT_STORE_OTHER_TOKEN'

/** Creates the credentials of a plan, which depend only on the tokens. If the user passed no token, valid requests have no token. */
export function createCredentials({ token, otherToken = [] }: JudgingOptions): Credentials {
  const createGarbage = (number: number): string => `Bearer ${hash('sha256', `1/${number}`, 'base64url')}`
  const garbage = createGarbage(1)
  const bad = new Map([
    // The plan sends this token right after a request with the valid token, on the same connection. If a server looks up tokens in a
    // JavaScript object, it finds this property in every ordinary object.
    ['garbage-again', createBad('the word constructor as a token', 'Bearer constructor')],
    ['bearer-alone', createBad('the scheme alone', 'Bearer')],
    ['bearer-space', createBad('the scheme and a space', 'Bearer ')],
    ['garbage', createBad('a random token', garbage)],
    ['basic', createBad('random Basic credentials', 'Basic Zm9vOmJhcg==')],
    ['other-scheme', createBad('an unknown scheme', 'Token x')],
    // Scripts send null if they have no token, and a database may contain the same word. Most servers read only the first header.
    [
      'two-fields',
      createBad('the word null as a token, then a random token', 'Bearer null', createGarbage(4)),
    ],
  ])
  const none: Credential = { kind: 'none', label: 'no token', fields: [] }
  if (token === undefined) {
    const valid: Credential = { kind: 'valid', label: 'no token, because the run has no token', fields: [] }
    return { valid, others: [], none, bad, forms: new Map() }
  }
  return {
    valid: { kind: 'valid', label: 'the token', fields: [bearer(token, TOKEN)] },
    others: [otherToken].flat().map(createOther),
    none,
    bad: new Map([...bad, ...changeToken(token)]),
    forms: new Map(writeForms(token, garbage)),
  }
}

function createOther(token: string, index: number): Credential {
  const user = index + 2
  const shell = index === 0 ? OTHER_TOKEN : `${OTHER_TOKEN}_${index + 1}`
  return { kind: 'other', user, label: `the ${ordinal(user)} user's token`, fields: [bearer(token, shell)] }
}

function createBad(label: string, ...values: string[]): Credential {
  const fields = values.map((value) => ({ name: 'Authorization', value, shell: value }))
  return { kind: 'bad', label, fields }
}

const bearer = (value: string, shell: string): Credential['fields'][number] => ({
  name: 'Authorization',
  value: `Bearer ${value}`,
  shell: `Bearer ${shell}`,
})

/** The maximum length of tokens to halve. From a longer token, the plan removes the last four characters instead. */
const CUT_FROM = 8

/** Derives bad tokens from the valid token. A very short token has fewer such variants. */
function changeToken(token: string): [id: string, Credential][] {
  const { at, letter, tampered } = tamper(token)
  const start = (length: number): readonly [value: string, shell: string] => [
    token.slice(0, length),
    `\${PLANT_STORE_TOKEN:0:${length}}`,
  ]
  const tamperedShell = `${start(at)[1]}${letter}\${PLANT_STORE_TOKEN:${at + 1}}`
  // Add four characters in place of the padding, because a single character may only change unused bits of base64.
  const extended = `${token.replace(/={1,2}$/, '')}xxxx`
  const end = token.endsWith('=') ? 'in place of its padding' : 'at its end'
  const recased = swapCase(token)
  const changed: Record<string, false | readonly [label: string, value: string, shell: string]> = {
    tampered: token.length > 1 && ['the token with one character changed', tampered, tamperedShell],
    // A server that accepts half of a token usually also accepts longer parts of the token.
    half: token.length > 1 &&
      token.length <= CUT_FROM && ['half of the token', ...start(Math.ceil(token.length / 2))],
    cut: token.length > CUT_FROM && [
      'the token without its last four characters',
      ...start(token.length - 4),
    ],
    extended: [`the token with four more characters ${end}`, extended, `\${PLANT_STORE_TOKEN%%=*}xxxx`],
    'extended-after-padding': token.endsWith('=') && [
      'the token with four more characters after its padding',
      `${token}xxxx`,
      `\${PLANT_STORE_TOKEN}xxxx`,
    ],
    // JWT libraries may decode a signature with padding.
    padded: !token.endsWith('=') &&
      !/^eyJ.*\..*\./.test(token) && ['the token with padding at its end', `${token}=`, `${TOKEN}=`],
    // If a database compares with LIKE, the underscore matches any character.
    wildcard: token.length > CUT_FROM &&
      !token.startsWith('_') && [
        'the token with an underscore instead of its first character',
        `_${token.slice(1)}`,
        `_\${PLANT_STORE_TOKEN:1}`,
      ],
    preceded: ['the token with four more characters at its start', `xxxx${token}`, `xxxx${TOKEN}`],
    'other-case': recased !== token && [
      'the token with upper and lower case swapped',
      recased,
      `$(printf %s ${TOKEN} | tr A-Za-z a-zA-Z)`,
    ],
  }
  return Object.entries(changed).flatMap(([id, change]) => {
    if (!change) return []
    const [label, value, shell] = change
    return [[id, { kind: 'bad', label, fields: [bearer(value, shell)] }]]
  })
}

/** Creates the valid token in unusual spellings. */
function writeForms(token: string, garbage: string): [id: string, Credential][] {
  const lenient = (label: string, before: string, after = ''): Credential => ({
    kind: 'lenient',
    label,
    fields: [{ name: 'Authorization', value: before + token + after, shell: before + TOKEN + after }],
  })
  const both = [...createBad('', garbage).fields, bearer(token, TOKEN)]
  return [
    ['two-spaces', lenient('two spaces after the scheme', 'Bearer  ')],
    ['bare', lenient('the token without a scheme', '')],
    // If a server searches the whole header for the scheme or the token, it may accept the next three spellings.
    ['wrong-scheme', lenient('the token with another scheme', 'XBearer ')],
    ['word-after', lenient('the token followed by another word', 'Bearer ', ' xxxx')],
    ['garbage-first', { kind: 'lenient', label: 'a random token, then the token', fields: both }],
  ]
}
