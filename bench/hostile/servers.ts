import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../src/cli/testServer.ts'
import { startMockProcess } from '../startMockProcess.ts'

/** A server in a separate process. */
export type RunningServer = { pid: number; port: number; close: () => Promise<void> }

/** The servers to compare: the mock first, and then servers that return the same list to every request. */
export const servers: Readonly<Record<string, () => Promise<RunningServer | undefined>>> = {
  'plant-store-kit mock': () => startMockProcess(),
  'bare node:http': startNode,
  nginx: startNginx,
}

const LIST = '[{"name":"Monstera deliciosa","tag":"aroid"},{"name":"Ginkgo biloba","tag":"tree"}]'

async function startNode(): Promise<RunningServer> {
  const port = await findFreePort()
  const code = `require('node:http').createServer((request, response) => {
    response.setHeader('Content-Type', 'application/json')
    response.end(${JSON.stringify(LIST)})
  }).listen(${port}, '127.0.0.1')`
  return waitForServer(spawn(process.execPath, ['-e', code], { stdio: 'ignore' }), port)
}

/** Starts nginx. Returns undefined if nginx is not installed. */
async function startNginx(): Promise<RunningServer | undefined> {
  if (spawnSync('nginx', ['-v']).error) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-nginx-'))
  const port = await findFreePort()
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log /dev/null;
    events {}
    http {
      access_log off; default_type application/json;
      ${paths.map((path) => `${path}_temp_path ${folder}/${path};`).join(' ')}
      server { listen 127.0.0.1:${port}; location / { return 200 '${LIST}'; } }
    }`,
  )
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' })
  const running = await waitForServer(child, port)
  return { ...running, close: () => running.close().then(() => rmSync(folder, { recursive: true })) }
}

async function waitForServer(child: ChildProcess, port: number): Promise<RunningServer> {
  const { pid } = child
  if (pid === undefined) throw new Error('a server did not start')
  while (!(await canAsk(port))) await new Promise((resolve) => setTimeout(resolve, 50))
  return {
    pid,
    port,
    close: async () => {
      child.kill()
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

function canAsk(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    get({ port, host: '127.0.0.1', agent: false }, (response) => {
      response.resume()
      resolve(true)
    }).on('error', () => resolve(false))
  })
}
