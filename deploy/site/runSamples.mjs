import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { startMock, verify } from '../../dist/src/index.js'
import { readResults } from '../../src/prove/results.ts'
import { numberOfChecks } from './describeChecks.mjs'

const run = promisify(execFile)
const KIT = '../../dist/cli/main.cjs'

/** Runs the kit, so that what the site shows is what the kit prints: a report of a faulty server, and the figures. */
export async function runSamples() {
  const { child, url, token } = await startFaulty('limit-off-by-one')
  try {
    const args = ['verify', url, '--token', token, '--engine', 'probes', '--name', 'shop']
    const reports = ['--report', 'html=.pages/public/report.html', '--report', 'terminal']
    const { stdout } = await run(process.execPath, [KIT, ...args, ...reports]).catch((ended) => {
      if (ended.code !== 1) throw ended
      return ended
    })
    const mock = await startMock({ port: 0 })
    const { verdict, requests, summary } = await verify(mock.url, {
      token: 'token-alice',
      engines: ['probes'],
    })
    await mock.close()
    if (verdict !== 'conformant') throw new Error(`the mock is ${verdict}`)
    const home = { report: stdout.trim(), sound: { requests, passed: summary.passed }, ...readFigures() }
    writeFileSync('.pages/home.json', JSON.stringify(home))
  } finally {
    child.kill()
  }
}

async function startFaulty(id) {
  const running = run(process.execPath, [KIT, 'mock', '--port', '0', '--fault', id])
  running.catch(() => {})
  const { child } = running
  let text = ''
  await new Promise((resolve, reject) => {
    const read = (chunk) => {
      text += chunk
      if (/listening on .*\n/.test(text) && /its token is /.test(text)) resolve()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', () => reject(new Error(text)))
  })
  const [, url] = /listening on (\S+)/.exec(text)
  const [, token] = /its token is (\S+?);?\n/.exec(text)
  return { child, url, token }
}

/** How many servers the kit reports, and the number of checks. */
function readFigures() {
  const [, [, must, others, alarms]] = readResults().power.tables[0]
  return { must, others, alarms, checks: numberOfChecks }
}
