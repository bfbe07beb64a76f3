import { type Credential, createCredentials } from '../../judge/credentials.ts'
import type { Exchange, Field, Hop, Response } from '../../judge/exchange.ts'
import { isSecretField } from '../../judge/listSecrets.ts'
import { createRandom } from '../../judge/random.ts'
import type { Transcript } from '../../judge/transcript.ts'
import { createDisguise, type Disguise } from './disguise.ts'
import { createRewriter, type Rewriter } from './rewriter.ts'

/**
 * The transcript with other secrets: as long as the real ones, and related to each other as those are. So it is judged like the
 * original.
 */
export function disguiseTranscript(transcript: Transcript): Transcript {
  const { options, exchanges } = transcript
  const disguise = createDisguise()
  const disguiseCredential = createCredentialDisguise(transcript, disguise)
  const changed = new Map(
    [...new Set(exchanges.map(({ probe }) => probe.credential))].map((credential) => [
      credential,
      disguiseCredential(credential),
    ]),
  )
  const rewriter = createRewriter(transcript, changed, disguise)
  const { token, otherToken, headers = [] } = options
  const disguiseOptional = (text: string | undefined): string | undefined => text && disguise(text)
  return {
    ...transcript,
    baseUrl: rewriter.text(transcript.baseUrl),
    operation: rewriter.text(transcript.operation),
    exchanges: exchanges.map((exchange) => disguiseExchange(exchange, changed, rewriter)),
    facts: JSON.parse(rewriter.text(JSON.stringify(transcript.facts))),
    // The responses that other engines received are not in it.
    engines: [],
    options: {
      ...options,
      token: disguiseOptional(token),
      otherToken: Array.isArray(otherToken)
        ? otherToken.map(disguise)
        : disguiseOptional(otherToken as string),
      headers: headers.map(([name, value]): Field => [name, isSecretField(name) ? disguise(value) : value]),
    },
  }
}

/** Creates the function that makes a credential of disguised tokens as it was made of the real ones. */
function createCredentialDisguise(
  { options: { token, otherToken } }: Transcript,
  disguise: Disguise,
): (credential: Credential) => Credential {
  const tokens = [token, otherToken].flat().filter((each) => each !== undefined)
  const longest = tokens.toSorted((one, other) => other.length - one.length)
  const made =
    token === undefined ? undefined : createCredentials(disguise(token), undefined, createRandom(1))
  const derived = new Map(
    [...(made?.bad ?? []), ...(made?.forms ?? [])].map(([, each]) => [each.label, each]),
  )
  return (credential) => ({
    ...credential,
    fields: credential.fields.map((field, index) => {
      if (field.value === field.shell) return field
      const whole = longest.find((each) => field.value.includes(each))
      const value =
        whole === undefined
          ? derived.get(credential.label)?.fields[index]?.value
          : field.value.replace(whole, () => disguise(whole))
      return { ...field, value: value ?? '*'.repeat(field.value.length) }
    }),
  })
}

function disguiseExchange(
  exchange: Exchange,
  changed: ReadonlyMap<Credential, Credential>,
  rewriter: Rewriter,
): Exchange {
  const { probe, request, hops, waited, response, failure } = exchange
  const credential = changed.get(probe.credential) ?? probe.credential
  const rewriteRequest = (bytes: Buffer): Buffer => rewriter.request(bytes, probe.credential, credential)
  const common = {
    ...exchange,
    probe: { ...probe, credential, ...(probe.fields && { fields: probe.fields.map(rewriter.field) }) },
    url: rewriter.text(exchange.url),
    request: rewriteRequest(request),
    hops: hops.map(
      (hop): Hop => ({
        ...hop,
        from: rewriter.text(hop.from),
        location: rewriter.text(hop.location),
        request: rewriteRequest(hop.request),
        response: disguiseResponse(hop.response, rewriter),
      }),
    ),
    waited: waited.map((wait) => ({
      ...wait,
      retryAfter: wait.retryAfter && rewriter.text(wait.retryAfter),
    })),
  }
  if (response) return { ...common, response: disguiseResponse(response, rewriter), failure: undefined }
  const { message, partial } = failure
  return {
    ...common,
    response: undefined,
    failure: {
      ...failure,
      message: rewriter.text(message),
      ...(partial && { partial: disguiseResponse(partial, rewriter) }),
    },
  }
}

function disguiseResponse(response: Response, { text, field, body }: Rewriter): Response {
  return {
    ...response,
    statusLine: text(response.statusLine),
    reason: text(response.reason),
    headerLines: response.headerLines.map(text),
    fields: response.fields.map(field),
    trailers: response.trailers.map(field),
    body: body(response),
    anomalies: response.anomalies.map((anomaly) => ({
      ...anomaly,
      detail: text(anomaly.detail),
      ...(anomaly.bytes && { bytes: { ...anomaly.bytes, text: text(anomaly.bytes.text) } }),
    })),
  }
}
