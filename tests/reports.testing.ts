import type { Difference } from '../contract-tests/implementations/implementation.ts'
import { startImplementation } from '../contract-tests/implementations/startImplementation.ts'
import type { Report } from '../src/judge/report.ts'
import { serveImplementation } from '../src/prove/serveImplementation.ts'
import { ciAttacks } from '../src/report/text/ciCommands.testing.ts'
import { type Options, verify } from '../src/verify.ts'

/** The syntax of each format, characters that reports must escape, and CI commands. */
const ATTACKS = [
  `"><img src=x onerror="alert(1)"></code><script>alert('pwned')</script>\u202eedirrevo ${'long'.repeat(300)}`,
  ']]></failure></testcase><testcase name="pwned"/>',
  '"},{"pwned":true}',
  '\n```\n</details>\n# pwned\n<img src=x onerror=alert(1)>@everyone #1 [x](javascript:1) |x|\n',
  '%0A::error::pwned\r\n::error::pwned',
  '[click](1) {0} {{ $(pwned) `pwned`',
  '\u0000\u001b[2J\u202e\ud800\uffff\u2028\u{1f335}',
  ...ciAttacks.slice(0, 12),
]

/** A server that writes the attacks, and invalid bytes, into the headers and bodies of the responses. */
const hostile: Difference = {
  respond: (_request, correct, memory) => {
    const count = memory.count ?? 0
    memory.count = count + 1
    const attack = (offset: number): string => ATTACKS[(count + offset) % ATTACKS.length] ?? ''
    const header = attack(0).replaceAll(/[^ -~]/g, '?')
    const headers = { ETag: header, 'X-Attack': header, 'WWW-Authenticate': header }
    const bodies = [
      JSON.stringify([{ name: 42, [attack(1)]: attack(2), tag: [attack(3)] }]),
      attack(1),
      Buffer.from([0xff, 0xfe, 0x00, 0x80, ...Buffer.from(attack(1))]),
    ]
    return {
      ...correct,
      headers: { ...correct.headers, ...headers, Location: 'javascript:alert(1)' },
      body: bodies[count % bodies.length] ?? '',
    }
  },
}

/** The server of each run: the id of a fault, or the difference from the valid server. */
const runs: Readonly<Record<string, { server?: string | Difference; options?: Options; baseUrl?: string }>> =
  {
    conformant: {},
    'one-violation': { server: 'limit-off-by-one' },
    redirect: { server: 'redirect-drops-query' },
    bytes: { server: 'json-latin-1', options: { name: 'Ünï🌵|"stage"<2>' } },
    hostile: { server: hostile, options: { strict: true } },
    warned: { server: 'charset-latin-1' },
    incomplete: { options: { token: 'unknown' } },
    down: { baseUrl: 'http://127.0.0.1:1' },
  }

export const reportNames: readonly string[] = Object.keys(runs)

/** Returns the report on a real run against one of these servers. */
export async function recordReport(name: string): Promise<Report> {
  const { server = {}, options, baseUrl } = runs[name] ?? {}
  const running =
    typeof server === 'string'
      ? await serveImplementation('fault', server, 0)
      : await startImplementation(server)
  if (running === undefined) throw new Error(`no fault ${server}`)
  const { token, close } = running
  try {
    return await verify(baseUrl ?? running.baseUrl, {
      engines: ['probes'],
      name: 'staging',
      token,
      ...options,
    })
  } finally {
    await close()
  }
}
