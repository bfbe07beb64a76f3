import { expect, test } from 'vitest'
import { conformant } from '../../report/sampleReports.test-data.ts'
import { explainStart } from './explainStart.ts'

const explain = (printed: readonly string[]): string | undefined => {
  const ended = AbortSignal.abort('the server that --start started ended with exit code 1')
  const reasons = [`The run was stopped early: ${ended.reason}.`]
  const server = { ended, lastLines: () => [...printed] }
  const secrets = {
    token: 't0ken-of-alice',
    otherToken: [],
    header: [['X-Api-Key', 'k3y-of-alice']] as const,
  }
  return explainStart({ ...conformant, reasons }, server, secrets).reasons[0]?.split('exit code 1. ')[1]
}

test('a report has the last lines of a server that ended, without the frames of a stack trace', () => {
  const trace = [
    'Error: DATABASE_URL not set',
    '    at main (server.js:1:1)',
    '    at run',
    '',
    'Node.js v24.1.0',
  ]
  expect(explain(trace)).toBe('It printed last: Error: DATABASE_URL not set | Node.js v24.1.0')
  expect(explain(['  only', '  indented'])).toBe('It printed last: only | indented')
  expect(explain([''])).toBe('It printed nothing.')
  expect(explain(['x'.repeat(9_000)])?.length).toBeLessThan(250)
})

test('a report masks the secrets that a server printed', () => {
  const printed = [
    't0ken-of-alice k3y-of-alice',
    'T0KEN-OF-ALICE, t0ken-Af-alice, t0ken-of-alicexxxx',
    'url: postgres://me:s3cret@db',
    '{"password": "s3cret"}',
    'KEY=s3cret',
  ]
  const text = explain(printed)
  expect(text).not.toMatch(/alice|xxxx|s3cret/i)
  expect(text).toContain('url: postgres://***@db')
})
