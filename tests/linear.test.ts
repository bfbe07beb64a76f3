import { globSync, readFileSync } from 'node:fs'
import { parseSync, Visitor, type VisitorObject } from 'rolldown/utils'
import { analyse } from 'scslre'
import { expect, test } from 'vitest'
import { expectLinear } from '../src/judge/linear.testing.ts'
import { contract, recording } from '../src/record/record.testing.ts'
import { record } from '../src/record/record.ts'
import { judgeTranscript } from '../src/verify.ts'
import { startRawServer } from './commandLine.testing.ts'
import { judgeResponse, readers, sameHeaders } from './foreignText.testing.ts'

test.each(Object.entries(readers))('reading %s takes linear time', (_name, { read, units }) => {
  for (const unit of units) expectLinear(unit, read)
})

test.each([200, 206, 400, 401, 429, 500])('judging the headers of a %i takes linear time', (status) => {
  for (const unit of [' ', '\t', ',', ', ', 'a', '1', '"', 'a=', ';', '-', '/', '\u00a0'])
    expectLinear(unit, (text) => judgeResponse({ status, fields: sameHeaders(`a${text}b`) }))
})

test('judging a body with a million violations takes less than 200 MiB', () => {
  const before = process.memoryUsage().heapUsed
  judgeResponse({
    fields: [['Content-Type', 'application/json']],
    body: Buffer.from(`[${'1,'.repeat(2 ** 20)}1]`),
  })
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(200 * 2 ** 20)
})

// While the kit judges the responses, it does not notice signals, so Ctrl-C takes effect only afterwards.
test('the kit judges the maximum bytes of a run within two seconds of CPU time, even if they are full of violations', async () => {
  const plants = Array.from({ length: 4_500 }, () => ({ name: 'Fern', tag: 5, note: 'x'.repeat(40) }))
  const body = JSON.stringify(plants)
  const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
  const url = await startRawServer((socket) => socket.on('data', () => socket.write(head + body)))
  const transcript = await record(url, { ...recording, engines: {} }, { token: 't', timeout: 1_000 })
  const bytes = transcript.exchanges.reduce((sum, { response }) => sum + (response?.body.length ?? 0), 0)
  expect(bytes).toBeGreaterThan(48 * 2 ** 20)
  // Measure CPU time, because the machine may be busy.
  const began = process.cpuUsage()
  judgeTranscript(transcript, contract)
  const { user, system } = process.cpuUsage(began)
  expect((user + system) / 1000).toBeLessThan(2_000)
})

const files = globSync(['src/**/*.{ts,tsx,cts,mjs}', 'contract-tests/**/*.ts']).filter(
  (file) => !/\.(test|test-data|testing)\.ts$|implementations\/|node_modules\//.test(file),
)

test('every regular expression in the code of the kit takes linear time', () => {
  const all = files.flatMap(listRegularExpressions)
  expect(all.length).toBeGreaterThan(150)
  expect(all.filter(({ source, flags }) => analyse({ source, flags }).reports.length > 0)).toEqual([])
})

type Literal = { place: string; source: string; flags: string }

function listRegularExpressions(file: string): Literal[] {
  const found: Literal[] = []
  const text = readFileSync(file, 'utf8')
  const Literal: VisitorObject['Literal'] = (node) => {
    if (!('regex' in node)) return
    const line = text.slice(0, node.start).split('\n').length
    found.push({ place: `${file}:${line}`, source: node.regex.pattern, flags: node.regex.flags })
  }
  new Visitor({ Literal }).visit(parseSync(file, text).program)
  return found
}
