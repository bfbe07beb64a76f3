import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

export type MockProcess = {
  child: ChildProcess
  pid: number
  port: number
  /** Returns the bytes of the heap and of buffers, after a garbage collection. */
  measureMemory: () => Promise<number>
  close: () => Promise<void>
}

/** Code that answers each message with the memory in use. The code collects garbage several times, because finalizers free memory later. */
const PRELOAD = `process.on('message', async () => {
  for (let times = 0; times < 3; times += 1) { gc(); await new Promise(setImmediate) }
  const { heapUsed, external } = process.memoryUsage()
  process.send(heapUsed + external)
})
process.channel.unref()`

/** Starts `plant-store-kit mock` in a separate process. */
export async function startMockProcess(...flags: string[]): Promise<MockProcess> {
  const child = spawn(
    process.execPath,
    [
      '--expose-gc',
      ...['--import', `data:text/javascript,${encodeURIComponent(PRELOAD)}`],
      ...['src/cli/main.ts', 'mock', '--port', '0', ...flags],
    ],
    { stdio: ['ignore', 'pipe', 'ignore', 'ipc'] },
  )
  if (!child.stdout || child.pid === undefined) throw new Error('the mock did not start')
  const port = await readPort(child.stdout)
  return {
    child,
    pid: child.pid,
    port,
    measureMemory: async () => {
      child.send('measure')
      const [bytes] = await once(child, 'message')
      return bytes
    },
    close: async () => {
      child.kill()
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

async function readPort(output: NodeJS.ReadableStream): Promise<number> {
  let text = ''
  for await (const chunk of output) {
    text += chunk
    const [, port] = /listening on http:\/\/[\w.]+:(\d+)/.exec(text) ?? []
    if (port !== undefined) {
      output.resume()
      return Number(port)
    }
  }
  throw new Error(`the mock did not start: ${text}`)
}
