import type { Ask } from '../answer.ts'
import { answers } from '../change.ts'
import type { Difference, Variation } from '../implementation.ts'
import { silentWhen } from '../message.ts'

/** What a firewall takes for an attack. */
const isSuspicious = ({ query }: Ask): boolean => /%3C|%0[ad]|%FF|%EF|%5B|=%$|.{1000}/i.test(query)
const blocked = (status: number): Difference =>
  answers(
    () => ({
      status,
      headers: { 'Content-Type': 'text/html', Connection: 'close' },
      body: '<html><h1>Request blocked</h1><p>Incident 4711</html>',
    }),
    isSuspicious,
  )

/** Firewalls and proxies that answer odd requests in the server's place. */
export const gateways: readonly Variation[] = [
  ...[400, 403, 406, 414].map((status) => ({
    id: `firewall-${status}`,
    title: `answers odd queries with ${status} and a web page`,
    rows: ['V72', 'V73'],
    difference: blocked(status),
  })),
  {
    id: 'firewall-closes',
    title: 'closes the connection on odd queries',
    rows: ['V72'],
    difference: silentWhen(isSuspicious),
    warns: ['long-query-survived'],
  },
]
