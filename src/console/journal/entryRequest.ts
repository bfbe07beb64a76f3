import { getState } from '../state/store.ts'
import type { Entry } from '../types.ts'
import { announce } from '../ui/announce.ts'
import { quoteForShell } from '../ui/quote.ts'

/** Headers that every client adds itself. */
const OF_CLIENT =
  /^(?:host|connection|user-agent|accept-encoding|accept-language|origin|referer|cookie|cache-control|pragma|content-.*|sec-.*|dnt|priority|upgrade-insecure-requests|x-forwarded-.*)$/

/** The request of an entry as a curl command, with the token of its user. Other tokens are masked, so the shell has to know them. */
export function toCurl(entry: Entry): string {
  const headers = listHeaders(entry, '$TOKEN').map(([name, value]) => {
    const header = quoteForShell(`${name}: ${value}`)
    return ` -H ${value.endsWith('$TOKEN') ? header.replaceAll("'", '"') : header}`
  })
  const method =
    entry.method === 'GET' ? '' : entry.method === 'HEAD' ? ' -I' : ` -X ${quoteForShell(entry.method)}`
  return `curl -si${method}${headers.join('')} ${quoteForShell(location.origin + entry.url)}`
}

/** Sends the request of an entry once more. The journal shows what comes of it. Rejects if the browser refuses to send it. */
export async function sendAgain(entry: Entry): Promise<void> {
  const request = new Request(entry.url, {
    method: entry.method,
    headers: listHeaders(entry, 'masked'),
    cache: 'no-store',
    credentials: 'omit',
  })
  announce('Sent again.')
  try {
    await (await fetch(request)).arrayBuffer()
  } catch {
    // A fault broke the response, which the journal shows.
  }
}

function listHeaders({ headers, user }: Entry, placeholder: string): [name: string, value: string][] {
  const token = getState().users.find(({ name }) => name === user)?.token ?? placeholder
  return Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    if (name === 'authorization') return [['Authorization', value.replace('***', token)]]
    const isUsual = OF_CLIENT.test(name) || value === '***' || value === '*/*'
    return isUsual ? [] : [[name, value]]
  })
}
