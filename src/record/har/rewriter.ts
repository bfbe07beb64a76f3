import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { decodeContent } from '../../judge/body/decodeContent.ts'
import type { Credential } from '../../judge/credentials.ts'
import type { Field, Response } from '../../judge/exchange.ts'
import { listMembers } from '../../judge/headerFields.ts'
import { listSecrets } from '../../judge/listSecrets.ts'
import { createReplacer, listForms } from '../../judge/mask.ts'
import type { Transcript } from '../../judge/transcript.ts'
import type { Disguise } from './disguise.ts'

/** Replaces the secrets of a run by texts of the same length. */
export type Rewriter = {
  text: (text: string) => string
  field: (field: Field) => Field
  /** The head of a request with one credential, as if it had another. */
  request: (bytes: Buffer, credential: Credential, other: Credential) => Buffer
  body: (response: Response) => Buffer
}

/** Bytes of a decoded body. */
const LONGEST = 64 * 2 ** 20
const ENCODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: (bytes) => gzipSync(bytes),
  'x-gzip': (bytes) => gzipSync(bytes),
  deflate: (bytes) => deflateSync(bytes),
  br: (bytes) => brotliCompressSync(bytes),
}

export function createRewriter(
  { exchanges, options }: Transcript,
  credentials: ReadonlyMap<Credential, Credential>,
  disguise: Disguise,
): Rewriter {
  const others = new Map<string, string>()
  const add = (secret: string, other: string): void => {
    const forms = listForms(other)
    others.set(secret, other)
    for (const [index, { text: form }] of listForms(secret).entries())
      if (forms[index]?.text.length === form.length) others.set(form, forms[index].text)
    others.set(encodeURIComponent(secret), encodeURIComponent(other))
  }
  for (const secret of listSecrets(exchanges, options)) add(secret, disguise(secret))
  for (const [credential, other] of credentials)
    for (const [index, { value }] of credential.fields.entries())
      add(dropScheme(value), dropScheme(other.fields[index]?.value ?? ''))

  const replace = (found: string): string => {
    const whole = others.get(found)
    if (whole?.length === found.length) return whole
    const longer = [...others].find(([secret]) => secret.startsWith(found))
    return longer?.[1].slice(0, found.length) ?? '*'.repeat(found.length)
  }
  const text = createReplacer(listSecrets(exchanges, options), replace)
  const bytes = rememberBuffers((buffer) => {
    const before = buffer.toString('latin1')
    const after = replaceSpaced(text(before), text)
    return after === before ? buffer : Buffer.from(after, 'latin1')
  })
  const field = ([name, value]: Field): Field => [name, text(value)]
  return {
    text,
    field,
    request: (head, credential, other) => {
      const lines = head.toString('latin1').split('\r\n')
      const changed = credential.fields.reduce(
        (all, { name, value }, index) =>
          all.map((each) =>
            each === `${name}: ${value}` ? `${name}: ${other.fields[index]?.value ?? ''}` : each,
          ),
        lines,
      )
      const isCredential = (index: number): boolean => changed[index] !== lines[index]
      return Buffer.from(
        changed.map((each, index) => (isCredential(index) ? each : text(each))).join('\r\n'),
        'latin1',
      )
    },
    body: (response) => recode(response, bytes),
  }
}

function dropScheme(value: string): string {
  return value.replace(/^\S+\s+/, '')
}

/** Rewrites a text in UTF-16, where a zero byte stands beside each character. */
function replaceSpaced(text: string, replace: (text: string) => string): string {
  if (!text.includes('\0')) return text
  const places = [...text].flatMap((character, index) => (character === '\0' ? [] : [index]))
  const characters = [...text]
  const dense = replace(text.replaceAll('\0', ''))
  for (const [index, place] of places.entries()) characters[place] = dense[index] ?? '*'
  return characters.join('')
}

/** Rewrites a body, also within its content codings. */
function recode({ body, fields }: Response, rewrite: (bytes: Buffer) => Buffer): Buffer {
  const codings = listMembers(fields, 'content-encoding').filter((coding) => coding !== 'identity')
  if (codings.length === 0) return rewrite(body)
  const { bytes, problem, unknown } = decodeContent(body, codings, LONGEST)
  if (problem !== undefined || unknown !== undefined) return rewrite(body)
  const changed = rewrite(bytes)
  if (changed.equals(bytes)) return body
  return codings.reduce((coded, coding) => {
    const encode = ENCODERS[coding]
    return encode ? encode(coded) : Buffer.alloc(coded.length, '*')
  }, changed)
}

/** Equal bodies share one buffer, and still do afterwards. */
function rememberBuffers(change: (buffer: Buffer) => Buffer): (buffer: Buffer) => Buffer {
  const known = new WeakMap<Buffer, Buffer>()
  return (buffer) => {
    const before = known.get(buffer)
    if (before) return before
    const changed = change(buffer)
    known.set(buffer, changed)
    return changed
  }
}
