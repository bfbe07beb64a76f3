import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Difference } from '../../contract-tests/implementations/implementation.ts'
import { startImplementation } from '../../contract-tests/implementations/startImplementation.ts'
import { serveImplementation } from '../../src/prove/serveImplementation.ts'
import { type ReportFormat, reportFormats } from '../../src/report/document.ts'
import { ciAttacks } from '../../src/report/text/ciCommands.testing.ts'
import { plantStore } from '../commandLine.testing.ts'

/** A run for the reports. The run tests the mock, unless it has a fault or a difference. */
type Run = { fault?: string; difference?: Difference; baseUrl?: string; flags?: string; exitCode: 0 | 1 | 3 }

/** The syntax of each format, characters that no format can contain, and CI commands. */
const ATTACKS = [
  ']]></failure></testcase><testcase name="pwned"/>',
  '"},{"pwned":true}',
  '\n```\n</details>\n# pwned\n<img src=x onerror=alert(1)>@everyone #1 [x](javascript:1) |x|\n',
  '%0A::error::pwned\r\n::error::pwned',
  '[click](1) {0} {{ $(pwned) `pwned`',
  '\u0000\u001b[2J\u202e\ud800\uffff\u2028\u{1f335}',
  ...ciAttacks.slice(0, 12),
]

/** Writes the attacks, and invalid bytes, into every part of the responses. */
const hostile: Difference = {
  respond: (_request, correct, memory) => {
    const count = memory.count ?? 0
    memory.count = count + 1
    const attack = (offset: number): string => ATTACKS[(count + offset) % ATTACKS.length] ?? ''
    const header = attack(0).replaceAll(/[^ -~]/g, '?')
    const bodies = [
      JSON.stringify([{ name: 42, [attack(1)]: attack(2), tag: [attack(3)] }]),
      attack(1),
      Buffer.from([0xff, 0xfe, 0x00, 0x80, ...Buffer.from(attack(1))]),
    ]
    return {
      ...correct,
      headers: { ...correct.headers, ETag: header, 'X-Attack': header, 'WWW-Authenticate': header },
      body: bodies[count % bodies.length] ?? '',
    }
  },
}

/** Runs whose verdicts each have a different reason. */
export const runs: Readonly<Record<string, Run>> = {
  conformant: { exitCode: 0 },
  warned: { fault: 'charset-latin-1', exitCode: 0 },
  strict: { fault: 'charset-latin-1', flags: '--strict', exitCode: 1 },
  violated: { fault: 'limit-ignored', flags: '--name Ünï🌵|"stage"<2>', exitCode: 1 },
  redirected: { fault: 'redirect-drops-query', exitCode: 1 },
  bytes: { fault: 'json-utf-16', exitCode: 1 },
  hostile: { difference: hostile, exitCode: 1 },
  empty: { flags: '--token token-empty', exitCode: 3 },
  down: { baseUrl: 'http://127.0.0.1:1', exitCode: 3 },
}

export type RecordedReports = Record<ReportFormat, string>

/** Runs `verify`, which writes a report in every format to the folder. Returns the reports. */
export async function recordReports(name: string, folder: string): Promise<RecordedReports> {
  const { fault, difference, baseUrl, flags = '', exitCode } = runs[name] ?? { exitCode: 0 }
  const server =
    (fault !== undefined && (await serveImplementation('fault', fault, 0))) ||
    (await startImplementation(difference ?? {}))
  const files = reportFormats.map((format) => [format, join(folder, `${name}.${format}`)] as const)
  const env = { PLANT_STORE_TOKEN: server.token }
  const args = `verify ${baseUrl ?? server.baseUrl} --engine probes ${flags}`.trim().split(' ')
  const reports = files.flatMap(([format, file]) => ['--report', `${format}=${file}`])
  const { code, stderr } = await plantStore([...args, ...reports], env)
  await server.close()
  if (code !== exitCode) throw new Error(`${name} ended with ${code}\n${stderr}`)
  return Object.fromEntries(
    files.map(([format, file]) => [format, readFileSync(file, 'utf8')]),
  ) as RecordedReports
}
