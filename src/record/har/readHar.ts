import type { Exchange, Response } from '../../judge/exchange.ts'
import type { Transcript } from '../../judge/transcript.ts'
import type { Har, HarEntry, SavedExchange, SavedResponse } from './har.ts'

/** Reads an archive that `writeHar` wrote. Throws an Error that says what was expected. */
export function readHar(text: string): { transcript: Transcript; contract: string } {
  const { log } = parse(text)
  const { format, contract, ...run } = log._plantStore
  if (format !== 1) throw new Error(`expected an archive of format 1, got ${JSON.stringify(format)}`)
  const share = createSharing()
  return {
    transcript: {
      ...run,
      exchanges: log.entries.flatMap((entry) =>
        entry._plantStore ? [reviveExchange(entry._plantStore, entry, share)] : [],
      ),
      engines: [],
    },
    contract,
  }
}

function parse(text: string): Har {
  let value: Partial<Har> | null
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error('expected an HTTP Archive, got no JSON')
  }
  const { entries, _plantStore } = (value?.log ?? {}) as Partial<Har['log']>
  if (!Array.isArray(entries) || typeof _plantStore?.options !== 'object')
    throw new Error('expected an archive of plant-store verify --report har')
  return value as Har
}

/** Equal bodies share one buffer, so that each is analysed once. */
type Share = (bytes: string, encoding: BufferEncoding) => Buffer

function createSharing(): Share {
  const known = new Map<string, Buffer>()
  return (bytes, encoding) => {
    const key = `${encoding} ${bytes}`
    const shared = known.get(key) ?? Buffer.from(bytes, encoding)
    known.set(key, shared)
    return shared
  }
}

function reviveExchange(
  { request, hops, response, failure, ...exchange }: SavedExchange,
  { response: { content } }: HarEntry,
  share: Share,
): Exchange {
  const common = {
    ...exchange,
    request: Buffer.from(request, 'latin1'),
    hops: hops.map((hop) => ({
      ...hop,
      request: Buffer.from(hop.request, 'latin1'),
      response: reviveResponse(hop.response, {}, share),
    })),
  }
  if (response) return { ...common, response: reviveResponse(response, content, share) }
  if (!failure) throw new Error(`expected a response or a failure of ${exchange.probe.id}, got neither`)
  const { partial, ...rest } = failure
  return {
    ...common,
    failure: { ...rest, ...(partial && { partial: reviveResponse(partial, content, share) }) },
  }
}

function reviveResponse(
  { body, ...response }: SavedResponse,
  { text = '', encoding }: Partial<HarEntry['response']['content']>,
  share: Share,
): Response {
  return {
    ...response,
    body: body === undefined ? share(text, encoding ?? 'utf8') : share(body, 'base64'),
  }
}
