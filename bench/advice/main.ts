import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { ranWith } from '../../contract-tests/checks/pages.ts'
import { findFreePort } from '../../src/cli/testServer.ts'
import type { Report } from '../../src/judge/report.ts'
import { verify } from '../../src/verify.ts'
import { frameworks } from './frameworks.ts'

// `npm run advice [-- <framework> …]` tests the advice in docs/checks/: a server that is built from all the advised code must be
// conformant, without warnings. A test requires the code on the pages to equal the code in the servers.

const selected = process.argv.slice(2)
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
  for (const redirect of ['', 'redirects']) {
    const { verdict, findings } = await judge(command, redirect)
    const reported = findings.filter((each) => ['fail', 'warn'].includes(each.verdict))
    const isConformant = verdict === 'conformant' && reported.length === 0
    if (!isConformant) failures += 1
    const checks = reported.map(({ check }) => check).join(' ')
    process.stdout.write(`${isConformant ? '✓' : '✗'} ${name} ${version}  ${redirect} ${verdict} ${checks}\n`)
  }
}

async function judge([program = '', ...args]: readonly string[], redirect: string): Promise<Report> {
  const port = await findFreePort()
  const child = spawn(program, args, {
    env: { ...process.env, PORT: String(port), ...(redirect && { REDIRECT: redirect }) },
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
