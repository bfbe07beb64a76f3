import { expect, test } from 'vitest'
import { combine } from '../../contract-tests/implementations/change.ts'
import type { Difference } from '../../contract-tests/implementations/implementation.ts'
import { faultyServers } from '../../contract-tests/implementations/index.ts'
import { verifyImplementation } from '../../contract-tests/verifyImplementation.testing.ts'
import type { Finding, Report } from './report.ts'

const verify = (difference: Difference) => verifyImplementation({ difference }, 1_000)

/** The findings that fail or warn, in the order of the report. */
function listViolated({ findings }: Report): Finding[] {
  return findings.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
}

// The run repeats requests without a token, on new and on used connections.
test('a login that the server keeps for a connection is recognised alongside other faults', async () => {
  const others = ['error-one-too-large', 'method-405-without-allow', 'limit-ignored']
  const ids = ['auth-open-on-known-connection', ...others]
  const faults = faultyServers.filter(({ id }) => ids.includes(id)).map(({ difference }) => difference)
  expect(faults).toHaveLength(ids.length)
  const { findings } = await verify(combine(...faults))
  const finding = findings.find(({ check }) => check === 'auth-token-needed')
  expect(finding?.when).toMatch(/^only on a connection that was used before\b/)
  expect(finding).not.toHaveProperty('note')
  expect(finding?.evidence[0]?.steps).toHaveLength(2)
})

// Like a simple server with Python's http.server, this server answers only GET, and crashes on numbers with very many digits.
test('a crash without a token is recognised alongside other refusals and crashes', async () => {
  const withoutToken = (crashes: (authorization: string | undefined) => boolean) =>
    verify({
      respond: (request, correct) => {
        const { authorization } = request.headers
        if (request.method !== 'GET') return { ...correct, status: 501 }
        if (crashes(authorization) || request.query.length > 4_000)
          return { ...correct, status: 500, headers: {}, body: '' }
        return authorization?.startsWith('bearer')
          ? { ...correct, status: 401, headers: {}, body: '' }
          : correct
      },
    })
  const find = ({ findings }: Report, id: string) => findings.find(({ check }) => check === id)
  const report = await withoutToken((authorization) => authorization === undefined)
  const crash = find(report, 'auth-refusal-no-crash')
  expect(crash?.when).toMatch(/^only with no token\b/)
  expect(crash?.evidence[0]?.curl).toMatch(/^curl -sSi -H 'Accept: application\/json' http:[^']*\/plants$/)
  expect(find(report, 'limit-outside-no-crash')?.when).toMatch(/9… \(8\d+ characters\)/)
  // A request without User-Agent also has the scheme in lower case. The server refuses this request only because of the scheme.
  expect(find(report, 'user-agent-not-needed')?.violations).toEqual([])
  expect(report.profile['?limit=0']).toBe('200 and 0 plants')
})

test('the reason for untested checks names the check that must pass first', async () => {
  const report = await verify({
    respond: (_request, correct) =>
      correct.status === 200 ? { ...correct, body: '[{"name":"Ficus"},]' } : correct,
  })
  expect(listViolated(report)).toMatchObject([
    {
      check: 'json-syntax',
      when: expect.stringMatching(/^in \d+ of \d+ checked responses: all those with status 200$/),
    },
  ])
  expect(report.reasons).toEqual([expect.stringMatching(/^Not tested: .*\(json-syntax must pass first\)\.$/)])
})
