import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type RequestOptions, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { readTree } from './hostile/processes.ts'

/** A server in a separate process. */
export type ServerProcess = {
  child: ChildProcess
  pid: number
  port: number
  url: string
  /** The milliseconds from the start of the process to its first response. */
  started: number
  /** Returns the CPU time so far, in seconds. */
  readCpu: () => number
  /** Returns the memory in use, in bytes. */
  readMemory: () => number
  close: () => Promise<void>
}

export type ServerCommand = {
  args: readonly string[]
  /** The path of the first request. Default: /plants?limit=10. */
  path?: string
}

/** The CPU on which the servers run. The load generator wrk runs on another CPU. */
const PROCESSOR = '0'
export const TOKEN = 'token-alice'
export const TARGET = '/plants?limit=10'

/** The code of a server that uses only node:http, for comparison. */
export const BARE = `require('node:http').createServer((_, response) => {
  response.setHeader('Content-Type', 'application/json')
  response.end('[{"name":"Monstera deliciosa","tag":"aroid"},{"name":"Ginkgo biloba","tag":"tree"}]')
}).listen(0, '127.0.0.1', function () {
  console.log('http://127.0.0.1:' + this.address().port)
})`

/** Starts a server that prints its URL, and waits for the server's first response. */
export async function startProcess({ args, path = TARGET }: ServerCommand): Promise<ServerProcess> {
  const began = performance.now()
  const child = spawn('taskset', ['-c', PROCESSOR, process.execPath, ...args], {
    // Through the channel `ipc`, the server may send messages, such as measurements.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const port = await readPort(child, args)
  const url = `http://127.0.0.1:${port}`
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${TOKEN}` } })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${args.join(' ')} answers ${path} with ${response.status}`)
  const { pid = 0 } = child
  const sum = (name: 'cpu' | 'memory'): number => readTree(pid).reduce((all, each) => all + each[name], 0)
  return {
    child,
    pid,
    port,
    url,
    started: performance.now() - began,
    readCpu: () => sum('cpu'),
    readMemory: () => sum('memory'),
    close: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'close')
    },
  }
}

/** Sends a request to a local server with node:http, because `fetch` would choose the connection. Rejects if the connection breaks. */
export async function ask(options: RequestOptions, body?: string): Promise<{ status: number; text: string }> {
  const sent = request({ host: '127.0.0.1', headers: { authorization: `Bearer ${TOKEN}` }, ...options })
  // If the connection breaks during the response, reading the text rejects, so ignore the error of the request.
  sent.on('error', () => {})
  const [response] = await once(sent.end(body), 'response')
  return { status: response.statusCode, text: await text(response) }
}

/** Reads the port in the first URL that a server prints. */
function readPort({ stdout, stderr }: ChildProcess, args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = ''
    const read = (chunk: Buffer): void => {
      text += chunk
      const [, port] = /http:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):(\d+)/.exec(text) ?? []
      if (port === undefined) return
      for (const stream of [stdout, stderr]) stream?.off('data', read).resume()
      resolve(Number(port))
    }
    for (const stream of [stdout, stderr]) stream?.on('data', read)
    stdout?.once('end', () => reject(new Error(`${args.join(' ')} ended: ${text}`)))
  })
}
