import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import type { Report } from '../../harness/report.ts'
import { conformant, failed, incomplete, violations } from '../sampleReports.test-data.ts'
import { terminal } from './terminal.ts'

const plain = (report: Report) => terminal(report, { color: false })

test('shows a conformant run in a few lines', () => {
  expect(plain(conformant)).toMatchInlineSnapshot(`
    "✓ CONFORMANT  http://127.0.0.1:4010/v1 · 63 requests · 1.4 s
      checked by plant-store-kit 0.1.0 against Plant Store 1.0.0

    Engines
      ✓ probes 0.1.0  sent 63 requests, 312 ms
      ✓ prism 5.16.0  judged 41 requests, 1.2 s
      ✓ dredd 14.1.0  judged 41 requests, 1.4 s

    Contract                                                                          reported by
      spec/openapi.yaml:36 › /plants › get › responses › 200
        ✓ plants-array  The body of a 200 is an array                                 probes prism dredd

    ✓ 1 passed · exit code 0
    "
  `)
})

test('shows the verdict, all checks and what to fix', () => {
  expect(plain(violations)).toMatchInlineSnapshot(`
    "✗ VIOLATIONS  http://127.0.0.1:4010/v1 · 63 requests · 1.4 s
      1 check failed: plant-name-string
      checked by plant-store-kit 0.1.0 against Plant Store 1.0.0

    Engines
      ✓ probes 0.1.0  sent 63 requests, 312 ms
      ✓ prism 5.16.0  judged 41 requests, 1.2 s
      ✓ dredd 14.1.0  judged 41 requests, 1.4 s

    Contract                                                                          reported by
      spec/openapi.yaml:36 › /plants › get › responses › 200
        ✓ plants-array         The body of a 200 is an array                          probes prism dredd
      spec/openapi.yaml:79 › schemas › Plant › properties › name › type
        ✗ plant-name-string    Every name is a string                                 probes prism
      spec/openapi.yaml:53 › /plants › get › responses › 400
        – error-object         The body of a 400 is an object
      spec/openapi.yaml:27 › /plants › get › parameters › 0
        – limit-honoured       Returns at most \`limit\` plants

    Standards                                                                         reported by
      RFC 9110 section 10.2.4
        · version-not-told     The Server header shows no version                     probes
      RFC 9110 section 15.5.6
        ! method-allow-listed  A 405 lists the allowed methods                        probes

    Violations

    ✗ MUST  plant-name-string
      Every name is a string
      spec      spec/openapi.yaml:79 › schemas › Plant › properties › name › type
      seen      in 3 of 41 responses, reported by probes, prism
      when      only with Accept-Encoding: gzip
      note      unstable: limit/1 failed in 1 of 2 attempts
      also      plants-array, in 3 responses

      expected  a string
      actual    the number 42
      where     /0/name

      response to limit/1, attempt 2
      │ HTTP/1.1 200 OK
      │ Content-Type: application/json
      │ Content-Length: 13
      │
      │ [{"name":42}]

      reproduce with
      curl -si --path-as-is --globoff -H "Authorization: Bearer $PLANT_STORE_TOKEN" 'http://127.0.0.1:4010/v1/plants?limit=1'

    Warnings

    ! SHOULD  method-allow-listed
      A 405 lists the allowed methods
      spec      RFC 9110 section 15.5.6
      seen      in 1 of 1 response, reported by probes
      when      always

      The 405 has no Allow header.
      expected  Allow: GET
      actual    no Allow header
      where     Allow

      response to limit/1, attempt 2
      │ HTTP/1.1 200 OK
      │ Content-Type: application/json
      │ Content-Length: 13
      │
      │ [{"name":42}]

      reproduce with
      curl -si --path-as-is --globoff -H "Authorization: Bearer $PLANT_STORE_TOKEN" 'http://127.0.0.1:4010/v1/plants?limit=1'

    Not tested
      – error-object    not exercised: no request was answered with 400
      – limit-honoured  inconclusive: the token’s user has 1 plant; at least 2 are needed

    Observations
      · version-not-told  Server shows a version: Express/4.18.2 (in 41 of 41 responses)

    ✗ 1 violation · 1 warning · 1 passed · 1 not exercised · 1 inconclusive · 1 observation · exit code 1
    "
  `)
})

test('shows what an incomplete run needs to be complete', () => {
  expect(plain(incomplete)).toMatchInlineSnapshot(`
    "! INCOMPLETE  http://127.0.0.1:4010/v1 · 63 requests · 1.4 s
      Prism did not run: port 4010 is in use.
      Dredd did not run: install it with npm install --save-dev dredd@14.
      checked by plant-store-kit 0.1.0 against Plant Store 1.0.0

    Engines
      ✓ probes 0.1.0  sent 63 requests, 312 ms
      ! prism 5.16.0  failed: port 4010 is in use
      ! dredd         missing: install it with npm install --save-dev dredd@14

    Contract                                                                          reported by
      spec/openapi.yaml:36 › /plants › get › responses › 200
        ✓ plants-array  The body of a 200 is an array                                 probes prism dredd

    ! 1 passed · exit code 3
    "
  `)
})

test('colours add escape sequences and change nothing else', () => {
  const colored = terminal(violations, { color: true })
  expect(colored).not.toBe(plain(violations))
  expect(stripVTControlCharacters(colored)).toBe(plain(violations))
})

test('MUST violations come before SHOULD violations', () => {
  const should = { ...failed, check: 'only-should', level: 'SHOULD' } as const
  const text = plain({ ...violations, findings: [should, failed] })
  const headings = text.split('\n').filter((line) => /^✗ (MUST|SHOULD) /.test(line))
  expect(headings).toEqual(['✗ MUST  plant-name-string', '✗ SHOULD  only-should'])
})

test('a report without engines, findings or evidence has only a headline and a summary', () => {
  const text = plain({
    ...incomplete,
    engines: [],
    findings: [],
    reasons: ['The target refused the connection.'],
  })
  expect(text).toBe(
    [
      '! INCOMPLETE  http://127.0.0.1:4010/v1 · 63 requests · 1.4 s',
      '  The target refused the connection.',
      '  checked by plant-store-kit 0.1.0 against Plant Store 1.0.0',
      '',
      '! 1 passed · exit code 3',
      '',
    ].join('\n'),
  )
  expect(plain({ ...violations, findings: [{ ...failed, evidence: [] }] })).not.toContain('reproduce with')
})
