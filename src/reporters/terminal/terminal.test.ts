import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import type { Report } from '../../harness/report.ts'
import { conformant, failed, incomplete, violations } from '../sampleReports.test-data.ts'
import { terminal } from './terminal.ts'

const plain = (report: Report) => terminal(report, { color: false })

test('a conformant run is told in a few lines', () => {
  expect(plain(conformant)).toMatchInlineSnapshot(`
    "✓ CONFORMANT  http://127.0.0.1:4010/v1 · 63 requests · 1.4 s
      judged by plant-store-kit 0.1.0 against the contract Plant Store 1.0.0

    Engines
      ✓ probes 0.1.0  judged 63 exchanges, 312 ms
      ✓ prism 5.16.0  judged 41 requests, 1.2 s
      ✓ dredd 14.1.0  judged 41 requests, 1.4 s

    Contract                                                                          judged or seen by
      spec/openapi.yaml:36 › /plants › get › responses › 200
        ✓ plants/array  A 200 holds an array                                          probes prism dredd

    ✓ 1 passed · exit 0
    "
  `)
})

test('a run with violations tells the verdict, who judged what, and what to do', () => {
  expect(plain(violations)).toMatchInlineSnapshot(`
    "✗ VIOLATIONS  http://127.0.0.1:4010/v1 · 63 requests · 1.4 s
      1 check broken: plants/name-string
      judged by plant-store-kit 0.1.0 against the contract Plant Store 1.0.0

    Engines
      ✓ probes 0.1.0  judged 63 exchanges, 312 ms
      ✓ prism 5.16.0  judged 41 requests, 1.2 s
      ✓ dredd 14.1.0  judged 41 requests, 1.4 s

    Contract                                                                          judged or seen by
      spec/openapi.yaml:36 › /plants › get › responses › 200
        ✓ plants/array         A 200 holds an array                                   probes prism dredd
      spec/openapi.yaml:79 › schemas › Plant › properties › name › type
        ✗ plants/name-string   The name of every plant is a string                    probes prism
      spec/openapi.yaml:53 › /plants › get › responses › 400
        – error/object         A 400 holds an Error
      spec/openapi.yaml:27 › /plants › get › parameters › 0
        – limit/most           A list holds no more plants than limit allows

    Standards                                                                         judged or seen by
      RFC 9110 section 10.2.4
        · http/server-version  The Server field tells no version                      probes
      RFC 9110 section 15.5.6
        ! http/405-allow       A 405 names the methods that it allows                 probes

    Violations

    ✗ MUST  plants/name-string
      The name of every plant is a string
      promised  spec/openapi.yaml:79 › schemas › Plant › properties › name › type
      seen      in 3 of 41 answers, by probes, prism
      note      unstable: limit/1 broke it in 1 of 2 attempts

      expected  a string
      came      the number 42
      where     /0/name

      answer to limit/1, attempt 2
      │ HTTP/1.1 200 OK
      │ Content-Type: application/json
      │ Content-Length: 13
      │
      │ [{"name":42}]

      reproduce it
      curl -si --path-as-is --globoff -H "Authorization: Bearer $PLANT_STORE_TOKEN" 'http://127.0.0.1:4010/v1/plants?limit=1'

    Warnings

    ! SHOULD  http/405-allow
      A 405 names the methods that it allows
      promised  RFC 9110 section 15.5.6
      seen      in 1 of 1 answer, by probes

      The 405 has no Allow field.
      expected  Allow: GET
      came      no Allow field
      where     Allow

      answer to limit/1, attempt 2
      │ HTTP/1.1 200 OK
      │ Content-Type: application/json
      │ Content-Length: 13
      │
      │ [{"name":42}]

      reproduce it
      curl -si --path-as-is --globoff -H "Authorization: Bearer $PLANT_STORE_TOKEN" 'http://127.0.0.1:4010/v1/plants?limit=1'

    Not judged
      – error/object  not exercised: needs a request that is answered with 400
      – limit/most    inconclusive: the token sees 1 plant, and it takes two

    Observations
      · http/server-version  Server tells a version: Express/4.18.2 (in 41 of 41 answers)

    ✗ 1 violation · 1 warning · 1 passed · 1 not exercised · 1 inconclusive · 1 observation · exit 1
    "
  `)
})

test('an incomplete run says what is missing and how to get it', () => {
  expect(plain(incomplete)).toMatchInlineSnapshot(`
    "! INCOMPLETE  http://127.0.0.1:4010/v1 · 63 requests · 1.4 s
      Prism has not judged: port 4010 is taken
      Dredd has not judged: install it with npm install --save-dev dredd@14
      judged by plant-store-kit 0.1.0 against the contract Plant Store 1.0.0

    Engines
      ✓ probes 0.1.0  judged 63 exchanges, 312 ms
      ! prism 5.16.0  failed: port 4010 is taken
      ! dredd         missing: install it with npm install --save-dev dredd@14

    Contract                                                                          judged or seen by
      spec/openapi.yaml:36 › /plants › get › responses › 200
        ✓ plants/array  A 200 holds an array                                          probes prism dredd

    ! 1 passed · exit 3
    "
  `)
})

test('colour adds escape sequences and changes nothing else', () => {
  const colored = terminal(violations, { color: true })
  expect(colored).not.toBe(plain(violations))
  expect(stripVTControlCharacters(colored)).toBe(plain(violations))
})

test('a broken MUST comes before a broken SHOULD, in whichever order they were judged', () => {
  const should = { ...failed, check: 'only-should', level: 'SHOULD' } as const
  const text = plain({ ...violations, findings: [should, failed] })
  const headings = text.split('\n').filter((line) => /^✗ (MUST|SHOULD) /.test(line))
  expect(headings).toEqual(['✗ MUST  plants/name-string', '✗ SHOULD  only-should'])
})

test('a report without engines, findings or evidence is still told', () => {
  const text = plain({ ...incomplete, engines: [], findings: [], reasons: ['Nothing listens there.'] })
  expect(text).toBe(
    [
      '! INCOMPLETE  http://127.0.0.1:4010/v1 · 63 requests · 1.4 s',
      '  Nothing listens there.',
      '  judged by plant-store-kit 0.1.0 against the contract Plant Store 1.0.0',
      '',
      '! 1 passed · exit 3',
      '',
    ].join('\n'),
  )
  expect(plain({ ...violations, findings: [{ ...failed, evidence: [] }] })).not.toContain('reproduce it')
})
