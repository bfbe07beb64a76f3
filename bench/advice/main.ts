import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ranWith } from '../../contract-tests/checks/pages.ts'
import { findFreePort } from '../../src/cli/testServer.ts'
import type { Report } from '../../src/judge/report.ts'
import { verify } from '../../src/verify.ts'

// `npm run advice [-- <framework> …]` tests the advice in docs/checks/: a server that is built from all advised code must be conformant,
// without warnings. A test checks that the code on the pages is the same as in the servers. A server listens on `PORT`, and with `REDIRECT`
// redirects to another path.

/** Each framework's version, and the command that starts its server. Throws if a program is not installed. */
const frameworks: Readonly<Record<string, () => { version: string; command: readonly string[] }>> = {
  Express: () => ({
    version: JSON.parse(readFileSync('tests/node_modules/express/package.json', 'utf8')).version,
    command: [process.execPath, serverOf('express.mjs')],
  }),
  FastAPI: () => {
    const python = process.env.PYTHON ?? 'python3'
    const version = print(python, '-c', 'import fastapi, uvicorn; print(fastapi.__version__)')
    return { version, command: [python, serverOf('fastApi.py')] }
  },
  Go: () => {
    const program = join(mkdtempSync(join(tmpdir(), 'advice-')), 'server')
    print('go', 'build', '-o', program, serverOf('main.go'))
    return { version: print('go', 'env', 'GOVERSION').replace('go', ''), command: [program] }
  },
}

const selected = process.argv.slice(2)
let failures = 0
for (const [name, prepare] of Object.entries(frameworks)) {
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

function serverOf(file: string): string {
  return join(import.meta.dirname, 'servers', file)
}

/** Runs a program, and returns its output. */
function print(program: string, ...args: string[]): string {
  return execFileSync(program, args, { encoding: 'utf8' }).trim()
}

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
