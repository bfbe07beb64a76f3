import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { ranWith, readCheckPages } from '../../contract-tests/checks/pages.ts'
import { findFreePort } from '../../src/cli/testServer.ts'
import type { Report } from '../../src/judge/report.ts'
import { verify } from '../../src/verify.ts'
import { frameworks } from './frameworks.ts'

// `npm run advice [-- <framework> … <page> …]`: runs the advice of docs/checks/. For each page, a server makes the page's mistake, and the
// kit must report a check of that page. With all the advised code, the server must be conformant, without warnings.

const names = frameworks.map(({ name }) => name)
const selected = process.argv.slice(2).filter((name) => names.includes(name))
const selectedPages = process.argv.slice(2).filter((id) => !names.includes(id))
let failures = 0
for (const { name, prepare } of frameworks) {
  if (selected.length > 0 && !selected.includes(name)) continue
  try {
    const { version, command } = prepare()
    if (!`${name} ${version}`.startsWith(ranWith.get(name) ?? ''))
      process.stdout.write(`${name} ${version}: the advice names ${ranWith.get(name)}\n`)
    await runFramework(name, version, command)
  } catch (error) {
    process.stdout.write(`${name}: cannot be run here: ${String(error).split('\n')[0]}\n`)
    if (selected.includes(name)) failures += 1
  }
}
process.exitCode = failures === 0 ? 0 : 1

async function runFramework(name: string, version: string, command: readonly string[]): Promise<void> {
  const usual = new Set<string>()
  for (const fixed of ['', 'redirects-fixed']) {
    const report = await judge(command, fixed)
    const isSound = report.verdict === 'conformant' && report.summary.warnings === 0
    for (const check of list(report)) usual.add(check)
    print(isSound, `${name} ${version}`, `with the advice${fixed && `, ${fixed}`}`, list(report))
  }
  for (const { id, checks } of readCheckPages()) {
    if (selectedPages.length > 0 && !selectedPages.includes(id)) continue
    const report = await judge(command, id)
    const reported = list(report).filter((check) => !usual.has(check))
    print(
      reported.some((check) => checks.has(check)),
      `${name} ${version}`,
      id,
      reported,
    )
  }
}

function print(isExpected: boolean, ...[server, what, reported]: [string, string, readonly string[]]): void {
  if (!isExpected) failures += 1
  process.stdout.write(`${isExpected ? '✓' : '✗'} ${server}  ${what.padEnd(32)} ${reported.join(' ')}\n`)
}

/** The checks with a violation, worst first. */
function list({ findings }: Report): string[] {
  return ['fail', 'warn', 'info'].flatMap((verdict) =>
    findings.filter((finding) => finding.verdict === verdict).map(({ check }) => check),
  )
}

async function judge([program = '', ...args]: readonly string[], mistake: string): Promise<Report> {
  const port = await findFreePort()
  const child = spawn(program, args, {
    env: { ...process.env, PORT: String(port), MISTAKE: mistake },
    // A server that makes a mistake may print a lot about it.
    stdio: 'ignore',
  })
  try {
    return await verify(`http://127.0.0.1:${port}`, {
      token: 'token-Anna-7Qd2xK',
      otherToken: 'token-Ben-9Kx4mP',
      expectations: {
        token: { sees: ['Monstera deliciosa', 'Blütenstern'], mustNotSee: ['Dionaea muscipula'] },
        otherToken: { sees: ['Nepenthes rajah'], mustNotSee: ['Ficus lyrata'] },
      },
      engines: ['probes'],
      waitTimeout: 30,
    })
  } finally {
    child.kill()
    await once(child, 'exit')
  }
}
