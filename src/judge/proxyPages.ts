import type { Response } from './exchange.ts'
import { fieldValues } from './exchange.ts'

/** Says in two sentences who answered instead of the server, and what to do. Undefined if it may be the server's own response. */
export function describeProxyPage({ status, fields, body }: Response): string | undefined {
  const [squid] = fieldValues(fields, 'x-squid-error')
  if (squid !== undefined)
    return `A proxy answered instead of the server: Squid's ${squid.slice(0, 60)}, with status ${status}. Connect without the proxy, or let it pass these requests.`
  if (status === 407)
    return 'A proxy on the way requires a login (407). Connect without the proxy, or let it pass these requests.'
  if (
    status === 400 &&
    /No required SSL certificate was sent|The SSL certificate error/.test(readStart(body))
  )
    return 'The server requires a client certificate, and the kit sends none. Pass the address of a listener that does not require one.'
  return undefined
}

function readStart(body: Buffer): string {
  return body.toString('latin1', 0, 1_000)
}
