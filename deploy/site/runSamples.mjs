import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { readResults } from '../../bench/results.ts'
import { faultyServers } from '../../contract-tests/implementations/index.ts'
import { startImplementation } from '../../contract-tests/implementations/startImplementation.ts'
import { startMock, verify } from '../../dist/src/index.js'
import { numberOfChecks } from './describeChecks.mjs'

const KIT = '../../dist/cli/main.cjs'

/** Runs the kit for the site's samples, so that they show the kit's real output: a report on a faulty server, and the figures. */
export async function runSamples() {
  const { difference } = faultyServers.find(({ id }) => id === 'limit-off-by-one')
  const { baseUrl, token, close } = await startImplementation(difference)
  const args = ['verify', baseUrl, '--token', token, '--engine', 'probes', '--name', 'shop']
  const reports = ['--report', 'html=.pages/public/report.html', '--report', 'terminal']
  const { code, stdout, stderr } = await promisify(execFile)(process.execPath, [
    KIT,
    ...args,
    ...reports,
  ]).catch((ended) => ended)
  await close()
  if (code !== 1) throw new Error(`the kit did not report the faulty server: ${stderr}`)
  const mock = await startMock({ port: 0 })
  const { verdict, requests } = await verify(mock.url, { token: 'token-alice', engines: ['probes'] })
  await mock.close()
  if (verdict !== 'conformant') throw new Error(`the mock is ${verdict}`)
  const [, [, must, , alarms]] = readResults().power.tables[0]
  const home = { report: stdout.trim(), requests, must, alarms, checks: numberOfChecks }
  writeFileSync('.pages/home.json', JSON.stringify(home))
}
