import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Difference } from '../../contract-tests/implementations/implementation.ts'
import { startImplementation } from '../../contract-tests/implementations/startImplementation.ts'
import { startMock } from '../../src/mock/startMock.ts'
import { serveImplementation } from '../../src/prove/serveImplementation.ts'
import { type ReportFormat, reportFormats } from '../../src/report/document.ts'
import { ciAttacks } from '../../src/report/text/ciCommands.testing.ts'
import { runProcess } from '../commandLine.testing.ts'

/** A run to report: of the mock, unless it names a fault, a variation or a difference. */
type Run = {
  fault?: string
  variation?: string
  difference?: Difference
  scenario?: string
  baseUrl?: string
  token?: string
  flags?: readonly string[]
  exitCode: 0 | 1 | 3
}

/** Syntax of each format, what no format can contain, and commands. */
const ATTACKS = [
  ']]></failure></testcase><testcase name="pwned"/>',
  '"},{"pwned":true}',
  '\n```\n</details>\n# pwned\n<img src=x onerror=alert(1)>@everyone #1 [x](javascript:1) |x|\n',
  '%0A::error::pwned\r\n::error::pwned',
  '[click](1) {0} {{ $(pwned) `pwned`',
  '\u0000\u001b[2J\u202e\ud800\uffff\u2028\u{1f335}',
  ...ciAttacks.slice(0, 12),
]

/** Writes the attacks, and bytes that are not text, into every part of its responses. */
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

/** Twelve verdicts, each reached in another way. */
export const runs: Readonly<Record<string, Run>> = {
  conformant: { exitCode: 0 },
  unusual: { variation: 'charset-utf-8', exitCode: 0 },
  warned: { fault: 'charset-latin-1', exitCode: 0 },
  strict: { fault: 'charset-latin-1', flags: ['--strict'], exitCode: 1 },
  violated: { fault: 'limit-ignored', flags: ['--name', 'Ünï 🌵 | "stage" <2>'], exitCode: 1 },
  redirected: { fault: 'redirect-drops-query', exitCode: 1 },
  bytes: { fault: 'json-utf-16', exitCode: 1 },
  hostile: { difference: hostile, exitCode: 1 },
  empty: { token: 'token-empty', exitCode: 3 },
  refused: { token: 'token-unknown', exitCode: 3 },
  throttled: { scenario: 'too-many-requests', flags: ['--max-time', '2'], exitCode: 3 },
  down: { baseUrl: 'http://127.0.0.1:1', exitCode: 3 },
}

export type RecordedReports = Record<ReportFormat, string> & { annotations: string }

/** Runs `verify`, which writes a report in every format at once to the folder. Returns the reports. */
export async function recordReports(name: string, folder: string): Promise<RecordedReports> {
  const run = runs[name]
  if (run === undefined) throw new Error(`no run ${name}`)
  const { baseUrl, token, close } = await startTarget(run)
  const files = reportFormats.map((format) => [format, join(folder, `${name}.${format}`)] as const)
  mkdirSync(folder, { recursive: true })
  for (const [, file] of files) writeFileSync(file, 'an old report')
  try {
    const { code, stdout, stderr } = await runProcess(
      [
        ...['verify', run.baseUrl ?? baseUrl, '--token', run.token ?? token, '--engine', 'probes'],
        ...['--report', 'terminal', '--report', 'github', ...(run.flags ?? [])],
        ...files.flatMap(([format, file]) => ['--report', `${format}=${file}`]),
      ],
      NOWHERE,
    )
    if (code !== run.exitCode) throw new Error(`${name} ended with ${code}\n${stdout}${stderr}`)
    const reports = Object.fromEntries(files.map(([format, file]) => [format, readFileSync(file, 'utf8')]))
    return { ...(reports as Record<ReportFormat, string>), annotations: stderr }
  } finally {
    await close()
  }
}

const NOWHERE = { GITHUB_STEP_SUMMARY: '', GITHUB_OUTPUT: '', GITHUB_WORKSPACE: '', CI_PROJECT_DIR: '' }

async function startTarget({ fault, variation, difference, scenario }: Run) {
  if (difference !== undefined) return startImplementation(difference)
  const served =
    (fault !== undefined && (await serveImplementation('fault', fault, 0))) ||
    (variation !== undefined && (await serveImplementation('variation', variation, 0)))
  if (served) return served
  const { url, close } = await startMock({
    port: 0,
    ...(scenario !== undefined && { settings: { scenario } }),
  })
  return { baseUrl: url, token: 'token-alice', close }
}
