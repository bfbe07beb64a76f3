import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findFreePort } from '../src/cli/testServer.ts'
import { reportFormats } from '../src/report/document.ts'
import { ciAttacks, findCiCommands } from '../src/report/text/ciCommands.testing.ts'
import { plantStore, runProcess, startRawServer } from './commandLine.testing.ts'
import { createFile, createFolder } from './folder.testing.ts'

/** Starts a server that writes attacks into every part of its responses, a few attacks at a time. */
function startHostile(): Promise<string> {
  let requests = 0
  let attacks = 0
  const next = (): string => {
    attacks += 1
    return ciAttacks[attacks % ciAttacks.length] ?? ''
  }
  const oneLine = () => next().replaceAll(/[\r\n]/g, ' ')
  return startRawServer((socket) =>
    socket.on('data', () => {
      requests += 1
      const body = requests % 3 === 0 ? next() : JSON.stringify([{ name: 42, [next()]: next(), tag: next() }])
      const status = requests % 5 === 0 ? 400 : 200
      const head = [
        `HTTP/1.1 ${status} ${oneLine()}`,
        `Content-Type: application/json; charset=${oneLine()}`,
        `WWW-Authenticate: Evil ${oneLine()}`,
        `Access-Control-Allow-Origin: ${oneLine()}`,
        `Server: ${oneLine()}`,
        `Allow: ${requests % 4 === 0 ? next() : oneLine()}`,
        `X-Line: ${oneLine()}`,
        `Content-Length: ${Buffer.byteLength(body)}`,
      ]
      socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
    }),
  )
}

test('no server can command a CI system through the output of verify', async () => {
  const folder = createFolder()
  const url = await startHostile()
  const reports = [
    'terminal',
    'github',
    ...reportFormats.map((format) => `${format}=${join(folder, format)}`),
  ].flatMap((report) => ['--report', report])
  const [summary, output] = [join(folder, 'summary'), join(folder, 'output')]
  const options = '--token x --timeout 2000 --max-requests 200'.split(' ')
  const { code, stdout, stderr } = await runProcess(['verify', url, ...options, ...reports], {
    GITHUB_STEP_SUMMARY: summary,
    GITHUB_OUTPUT: output,
  })
  expect(code, stderr).toBe(1)
  expect(stdout).toContain(String.raw`:\x3aerror`)
  const files = [...reportFormats.map((format) => join(folder, format)), summary, output]
  for (const text of [stdout, stderr, ...files.map((file) => readFileSync(file, 'utf8'))]) {
    const annotation = /^::(?:error|warning) title=plant-store-kit%3A [a-z\d-]+::/gm
    expect(findCiCommands(text.replaceAll(annotation, ''))).toEqual([])
    expect(text).not.toMatch(/[\u0080-\u009f\u2028\u200b]/)
  }
  // Some programs that read the JSON print its values again.
  const json = readFileSync(join(folder, 'json'), 'utf8')
  expect(json).not.toMatch(/::(?!1)|##\[/)
  expect(JSON.stringify(JSON.parse(json))).toContain('::error')
  const { summary: counts, reasons } = JSON.parse(json)
  const errors = Math.min(10, counts.violations + (reasons.length > 0 ? 1 : 0))
  expect(stderr.match(/^::error /gm)).toHaveLength(errors)
})

test('no message about a file, a command or an argument contains a command for a CI system', async () => {
  const url = `http://127.0.0.1:${await findFreePort()}`
  const attack = '::error::pwned\n::error::pwned##[error]pwned##vso[task.complete]'
  const file = createFile('attack.yaml', `${JSON.stringify(attack)}: 1\n`)
  const runs = [
    ['verify', url, '--expect', file],
    ['verify', url, '--token-command', `printf '%s\\n' '${attack}' >&2; exit 4`],
    ['verify', attack],
    ['verify', url, '--report', attack],
    ['mock', '--fixtures', file],
    ['mock', '--scenario', attack],
    ['checks', attack],
    [attack],
  ]
  for (const run of runs) {
    const { code, stdout, stderr } = await plantStore(run)
    expect(code, run.join(' ')).toBe(2)
    expect(findCiCommands(stdout + stderr), run.join(' ')).toEqual([])
  }
})
