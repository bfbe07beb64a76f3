import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { findFreePort } from '../../src/cli/testServer.ts'
import { verify } from '../../src/verify.ts'
import { createFolder } from '../folder.testing.ts'
import { type Row, skipWithout } from './testRows.testing.ts'

const folder = 'bench/advice/servers'
const python = process.env.PYTHON ?? 'python3'
/** The servers that are built from the code in docs/checks/. A test checks that the code on the pages is the same as in the servers. */
const servers: readonly { name: string; start: string; needs?: Row['needs'] }[] = [
  { name: 'Express', start: `exec '${process.execPath}' ${folder}/express.mjs` },
  {
    name: 'FastAPI',
    start: `exec ${python} ${folder}/fastApi.py`,
    needs: {
      command: `${python} -c 'import fastapi, httptools, uvicorn'`,
      install: 'python3-fastapi python3-httptools python3-uvicorn',
    },
  },
  {
    name: 'Go',
    start: `go build -o "$BUILT/server" ${folder}/main.go && exec "$BUILT/server"`,
    needs: { command: 'go version', install: 'golang-go' },
  },
]
const rows = servers.flatMap((server) => ['', 'redirects'].map((redirect) => ({ ...server, redirect })))

test.for(rows)(
  'the advised code for $name is conformant, without warnings $redirect',
  async ({ start, needs, redirect: REDIRECT }, { skip }) => {
    skipWithout(needs, skip)
    const port = await findFreePort()
    const places = { PORT: `${port}`, BUILT: createFolder() }
    const env = { ...process.env, ...places, ...(REDIRECT && { REDIRECT }) }
    const child = spawn('bash', ['-c', start], { env, stdio: 'ignore' })
    const { verdict, findings } = await verify(`http://127.0.0.1:${port}`, {
      token: 'token-Anna-7Qd2xK',
      otherToken: 'token-Ben-9Kx4mP',
      expectations: {
        token: { sees: ['Monstera deliciosa', 'Blütenstern'], mustNotSee: ['Dionaea muscipula'] },
        otherToken: { sees: ['Nepenthes rajah'], mustNotSee: ['Ficus lyrata'] },
      },
      engines: ['probes'],
      waitTimeout: 60,
    })
    child.kill()
    await once(child, 'exit')
    const reported = findings.filter((each) => ['fail', 'warn'].includes(each.verdict))
    expect({ verdict, checks: reported.map(({ check }) => check) }).toEqual({
      verdict: 'conformant',
      checks: [],
    })
  },
)
