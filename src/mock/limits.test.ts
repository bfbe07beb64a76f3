import { EventEmitter, once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { expectLinear } from '../judge/linear.testing.ts'
import { createCore } from './core.ts'
import { readBuiltIn } from './fixtures/readBuiltIn.testing.ts'
import { errorAnswer } from './handler/answers.ts'
import { sendReply } from './hosts/sendReply.ts'
import { alice, open, startTestMock } from './startMock.testing.ts'

const core = createCore(await readBuiltIn())
const answer = (target: string, headers = {}) =>
  core.answer({ method: 'GET', target, headers: { ...alice, ...headers } })

test.each([
  ['the scenario', '/plants?__scenario=a', 'b'],
  ['the user', '/plants?__user=a', 'b'],
  ['an unknown preference', '/plants?__a', 'b=1'],
  ['an unknown parameter', '/plants?a', 'b=1'],
  ['the path', '/a', 'b'],
  ['the limit', '/plants?limit=', 'b'],
])('the time to read %s is linear', (_name, before, after) => {
  for (const unit of ['/', '0', '%2F', '&', '__a=&', ';', '='])
    expectLinear(unit, (text) => answer(before + text + after))
})

test.each(['Prefer', 'Authorization', 'X-Plant-Store-Session', 'Origin'])(
  'the time to read %s is linear',
  (name) => {
    for (const unit of [' ', ',', 'a=', '"', '\\', ';', 'a ', '=', 'a="b",'])
      expectLinear(unit, (text) => answer('/plants', { [name.toLowerCase()]: `a${text}b` }))
  },
)

test('10,000 sessions with long names take little memory', () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc')
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  for (let index = 0; index < 10_000; index++)
    answer('/plants', {
      prefer: 'delay=0',
      'x-plant-store-session': String(index).padStart(200, 's') + 'x'.repeat(15_000),
    })
  // The journal keeps 500 requests as they were.
  for (let index = 0; index < 500; index++) answer('/plants')
  collectGarbage()
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(15 * 2 ** 20)
})

test('a client without access gets its answer before its body arrives', async () => {
  const mock = await startTestMock()
  const started = performance.now()
  const bytes = 'PUT /__admin/settings HTTP/1.1\r\nHost: plants.example\r\nContent-Length: 9\r\n\r\n{'
  const [answer] = await once(await open(mock, bytes), 'data')
  expect(String(answer)).toMatch(/^HTTP\/1.1 403 .*\r\nConnection: close\r\n/s)
  expect(performance.now() - started).toBeLessThan(4_000)
})

test.each(['localhost', 'plants.example'])(
  'a body for %s that breaks off does not hold its connection',
  async (host) => {
    const mock = await startTestMock()
    const socket = await open(
      mock,
      `PUT /__admin/settings HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 9\r\n\r\n{`,
    )
    socket.end()
    socket.resume()
    await once(socket, 'close')
  },
)

test('1,000 responses can wait at once', () => {
  const reply = { ...errorAnswer('x', 400, 'x'), id: 1, delay: 600_000, fault: undefined }
  const send = () => {
    const statuses: number[] = []
    const response = Object.assign(new EventEmitter(), {
      writeHead: (status: number) => statuses.push(status),
      end: () => {},
    })
    sendReply(reply, response as unknown as ServerResponse)
    return { statuses, close: () => response.emit('close') }
  }
  const waiting = Array.from({ length: 1_000 }, send)
  expect(waiting.flatMap(({ statuses }) => statuses)).toEqual([])
  expect(send().statuses).toEqual([503])
  waiting[0]?.close()
  const next = send()
  expect(next.statuses).toEqual([])
  for (const { close } of [...waiting, next]) close()
})
