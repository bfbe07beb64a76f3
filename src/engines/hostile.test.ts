import { execFileSync } from 'node:child_process'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { startRawServer } from '../../tests/commandLine.testing.ts'
import { startDredd } from './dredd.ts'
import { startPrism } from './prism.ts'
import { engineRequest, judgeWith } from './smallServer.testing.ts'

const JSON_HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'
/** The maximum megabytes that one engine may use. In an ordinary run, Prism or Dredd needs 100 to 200 MB. */
const MAX_MEMORY = 300

/** Skips a test on Windows, which has no `ps` to read the memory of the engines. */
const testWithPs = test.skipIf(process.platform === 'win32')

const serve = (answer: (socket: Socket) => void): Promise<string> =>
  startRawServer((socket) => socket.on('data', () => answer(socket)))

/** Lets each engine send two requests to a server. Resolves to the engines' details, and the maximum megabytes that one engine used. */
async function judgeBoth(answer: (socket: Socket) => void): Promise<{ details: string[]; memory: number }> {
  const url = `${await serve(answer)}/plants`
  let memory = 0
  const timer = setInterval(() => {
    const list = execFileSync('ps', ['-A', '-ww', '-o', 'ppid=,rss=,args='], { encoding: 'utf8' })
    const children = list
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line.startsWith(`${process.pid} `))
    for (const line of children)
      if (line.includes('stayWithParent')) memory = Math.max(memory, Number(line.split(/\s+/)[1]) / 1024)
  }, 50)
  const requests = [1, 2].map((limit) => engineRequest('good', { id: `${limit}`, query: `limit=${limit}` }))
  const headers = [['X-Api-Key', 'key-4711']] as const
  const outcomes = await Promise.all(
    [startPrism, startDredd].map((start) => judgeWith(start, url, requests, headers)),
  )
  clearInterval(timer)
  expect(memory).toBeGreaterThan(10)
  return { details: outcomes.map(({ detail }) => detail), memory }
}

testWithPs('a list with 40,000 violations fills the memory of no engine', async () => {
  const body = `[${'{"name":42},'.repeat(40_000)}{"name":42}]`
  const { memory } = await judgeBoth(
    (socket) => void socket.write(`${JSON_HEAD}Content-Length: ${body.length}\r\n\r\n${body}`),
  )
  expect(memory).toBeLessThan(MAX_MEMORY)
})

testWithPs('each engine reads every head that the kit reads', async () => {
  const head = `${JSON_HEAD}X-Long: ${'a'.repeat(200_000)}\r\nContent-Length: 2\r\n\r\n[]`
  const { details } = await judgeBoth((socket) => void socket.write(head))
  expect(details).toEqual(['judged 2 requests', 'judged 2 requests'])
})

testWithPs('no engine follows a redirect to another host', async () => {
  const trapped: number[] = []
  const trap = await serve((socket) => {
    trapped.push(1)
    socket.end(`${JSON_HEAD}Content-Length: 2\r\n\r\n[]`)
  })
  const { details } = await judgeBoth((socket) => {
    socket.write(
      `HTTP/1.1 307 Go\r\nLocation: ${trap.replace('127.0.0.1', 'localhost')}/plants\r\nContent-Length: 0\r\n\r\n`,
    )
  })
  for (const detail of details) expect(detail).toContain('could not judge 2: answered 307 this time (2)')
  expect(trapped).toEqual([])
})
