import type { Random } from './random.ts'

/**
 * The Authorization fields of a probe: as sent, and as a shell writes them with the token in `$PLANT_STORE_TOKEN`
 * (or `$PLANT_STORE_OTHER_TOKEN`), so that no report ever holds a token.
 */
export type Credential = {
  /** `valid` and `other` are the operator's; `bad` must never open anything; `lenient` is a valid token in an odd form. */
  kind: 'valid' | 'other' | 'none' | 'bad' | 'lenient'
  /** A name for reports: "no token", "half of the token". */
  label: string
  fields: readonly { name: string; value: string; shell: string }[]
}

export type Credentials = {
  valid: Credential
  other: Credential | undefined
  none: Credential
  /** Each must be refused. By the id of their probe. */
  bad: ReadonlyMap<string, Credential>
  /** The valid token in forms that a server may refuse, or must not. By the id of their probe. */
  forms: ReadonlyMap<string, Credential>
}

const TOKEN = '$PLANT_STORE_TOKEN'

/** Every credential that a plan sends. Without a token, what is valid is to send none. */
export function credentials(
  token: string | undefined,
  otherToken: string | undefined,
  random: Random,
): Credentials {
  const none: Credential = { kind: 'none', label: 'no token', fields: [] }
  const garbage = (): string => random.token(43)
  const canary = garbage()
  const bad: [string, Credential][] = [
    ['bearer-alone', field('bad', 'the scheme alone', 'Bearer')],
    ['bearer-space', field('bad', 'the scheme and a space', 'Bearer ')],
    ['garbage', field('bad', 'a random token', `Bearer ${canary}`)],
    ['garbage-again', field('bad', 'another random token', `Bearer ${garbage()}`)],
    ['basic', field('bad', 'random Basic credentials', 'Basic Zm9vOmJhcg==')],
    ['other-scheme', field('bad', 'an unknown scheme', 'Token x')],
    ['two-fields', { ...field('bad', 'two random tokens', `Bearer ${garbage()}`, `Bearer ${garbage()}`) }],
  ]
  if (token === undefined) {
    const valid: Credential = { kind: 'valid', label: 'no token, as none was given', fields: [] }
    return { valid, other: undefined, none, bad: new Map(bad), forms: new Map() }
  }
  const bearer = (value: string, shell: string): Credential['fields'][number] => ({
    name: 'Authorization',
    value: `Bearer ${value}`,
    shell: `Bearer ${shell}`,
  })
  const one = (kind: Credential['kind'], label: string, value: string, shell: string): Credential => ({
    kind,
    label,
    fields: [{ name: 'Authorization', value, shell }],
  })
  const at = tamperedPlace(token)
  // Another letter in any case: a UUID means the same in capitals.
  const letter = token[at]?.toUpperCase() === 'A' ? 'B' : 'A'
  const half = Math.ceil(token.length / 2)
  if (token.length > 1) {
    const tampered = token.slice(0, at) + letter + token.slice(at + 1)
    const shell = `\${PLANT_STORE_TOKEN:0:${at}}${letter}\${PLANT_STORE_TOKEN:${at + 1}}`
    bad.push([
      'tampered',
      { kind: 'bad', label: 'the token with one character changed', fields: [bearer(tampered, shell)] },
    ])
    bad.push([
      'half',
      {
        kind: 'bad',
        label: 'half of the token',
        fields: [bearer(token.slice(0, half), `\${PLANT_STORE_TOKEN:0:${half}}`)],
      },
    ])
  }
  if (token.length > 8) {
    const short = token.slice(0, -4)
    bad.push([
      'cut',
      {
        kind: 'bad',
        label: 'the token without its last four characters',
        fields: [bearer(short, `\${PLANT_STORE_TOKEN:0:${short.length}}`)],
      },
    ])
  }
  // Four more, and in front of any padding: of a single one, a reader of base64 may see spare bits alone.
  bad.push([
    'extended',
    {
      kind: 'bad',
      label: 'the token with four characters more',
      fields: [bearer(`${token.replace(/=+$/, '')}xxxx`, `\${PLANT_STORE_TOKEN%%=*}xxxx`)],
    },
  ])
  bad.push([
    'preceded',
    {
      kind: 'bad',
      label: 'the token behind four other characters',
      fields: [bearer(`xxxx${token}`, `xxxx${TOKEN}`)],
    },
  ])
  const forms: [string, Credential][] = [
    [
      'field-name',
      {
        kind: 'valid',
        label: 'the token in a field named in lower case',
        fields: [{ ...bearer(token, TOKEN), name: 'authorization' }],
      },
    ],
    ['scheme-lower', one('lenient', 'the scheme in lower case', `bearer ${token}`, `bearer ${TOKEN}`)],
    ['two-spaces', one('lenient', 'two spaces after the scheme', `Bearer  ${token}`, `Bearer  ${TOKEN}`)],
    ['bare', one('lenient', 'the token without a scheme', token, TOKEN)],
    ['wrong-scheme', one('lenient', 'the token under another scheme', `Token ${token}`, `Token ${TOKEN}`)],
    [
      'garbage-first',
      {
        kind: 'lenient',
        label: 'a random token, then the token',
        fields: [...field('bad', '', `Bearer ${canary}`).fields, bearer(token, TOKEN)],
      },
    ],
  ]
  return {
    valid: { kind: 'valid', label: 'the token', fields: [bearer(token, TOKEN)] },
    other:
      otherToken === undefined
        ? undefined
        : {
            kind: 'other',
            label: 'the other token',
            fields: [bearer(otherToken, '$PLANT_STORE_OTHER_TOKEN')],
          },
    none,
    bad: new Map(bad),
    forms: new Map(forms),
  }
}

function field(kind: Credential['kind'], label: string, ...values: string[]): Credential {
  return { kind, label, fields: values.map((value) => ({ name: 'Authorization', value, shell: value })) }
}

function isJwt(token: string): boolean {
  return /^eyJ[\w-]*\.[\w-]+\.[\w-]*$/.test(token)
}

/** A place in the middle of what carries meaning: of a JWT's signature, or of the whole token. Never the last character. */
function tamperedPlace(token: string): number {
  const from = isJwt(token) ? token.lastIndexOf('.') + 1 : 0
  return from + Math.floor((token.length - from - 1) / 2)
}
