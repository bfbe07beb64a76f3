import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { finished } from 'node:stream/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createHider } from './explainStart.ts'
import { openLog } from './serverLog.ts'

const hide = createHider({ token: 't0ken-of-alice', otherToken: [], header: [] })

/** What the file has after a server printed these parts. */
async function log(parts: readonly string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'logs', 'server.log')
  const { follow, close } = openLog(file, 'w', hide)
  const stream = new PassThrough()
  follow(stream.setEncoding('utf8'))
  for (const part of parts) stream.write(part)
  stream.end()
  await finished(stream)
  close()
  return readFileSync(file, 'utf8')
}

test('a secret is masked wherever the parts of the output are cut', async () => {
  const text = 'one\nthe t0ken-of-alice is\nlast t0ken-of-alice'
  for (let at = 0; at <= text.length; at += 1)
    expect(await log([text.slice(0, at), text.slice(at)])).toBe('one\nthe *** is\nlast ***')
})

test('so is one in a line of any length, which keeps its text', async () => {
  const part = `${'0 '.repeat(20_000)}t0ken-of-alice `
  for (const offset of [0, 7, 24_575, 24_580])
    expect(
      await log(['x '.repeat(offset), ...Array.from(part.repeat(5).match(/.{1,9999}/g) ?? []), '\nend']),
    ).toBe(`${'x '.repeat(offset)}${part.replace('t0ken-of-alice', '***').repeat(5)}\nend`)
})

test('so is one that arrives in two parts in a long line', async () => {
  for (const text of ['t0ken-of-alice xx', '"t0ken-of-alice"', 'password: "hunter-2",'])
    for (let at = 1; at <= text.length; at += 1)
      for (const before of ['0 ', '0'])
        expect(await log([`${before.repeat(70_000)} ${text.slice(0, at)}`, `${text.slice(at)} end`])).toMatch(
          / (?:\*\*\* xx|"\*\*\*"|password: \*\*\*,) end$/,
        )
})
