import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import type { Report } from '../../judge/report.ts'
import { conformant, failed, incomplete, violations } from '../sampleReports.test-data.ts'
import { terminal } from './terminal.ts'

const plain = (report: Report) => terminal(report, { color: false })

test('shows a conformant run in a few lines', () => {
  expect(plain(conformant)).toMatchInlineSnapshot(`
    "✓ conformant   http://127.0.0.1:4010/v1   63 requests, 1.4 s   exit 0

      1 passed
      checked by plant-store-kit 0.1.0, prism 5.16.0, dredd 14.1.0 against Plant Store 1.0.0, through
      the proxy http://proxy.example:3128
    ✓ conformant · exit 0
    "
  `)
})

test('shows the verdict, all checks and what to fix', () => {
  expect(plain(violations)).toMatchInlineSnapshot(`
    "✗ 1 requirement broken, ! 1 warning   http://127.0.0.1:4010/v1   63 requests, 1.4 s   exit 1

    1 ✗ plant-name-string   Every name is a string                            MUST, spec/openapi.yaml:79
        /0/name: expected a string, got the number 42
        request     GET /v1/plants?limit=1, with Accept-Encoding: gzip
        expected    a string
        actual      the number 42
        when        only with Accept-Encoding: gzip (in 3 of 41 checked responses)
        note        unstable: the same request violated it in 1 of 2 attempts
        response    HTTP/1.1 200 OK · application/json · 33 bytes, gzip
                    (the connection was closed)
                    [{"name":42}]x
                                 ^
        fix         Make the name a string for every plant.
        again       curl -si --path-as-is --globoff -H "Authorization: Bearer $PLANT_STORE_TOKEN" 'http://127.0.0.1:4010/v1/plants?limit=1'
        also        probably the same cause: plants-array, in 3 responses

    2 ! method-allow-listed   A 405 lists the allowed methods            SHOULD, RFC 9110 section 15.5.6
        The 405 has no Allow header.
        request     GET /v1/plants?limit=1, with Accept-Encoding: gzip
        expected    Allow: GET
        actual      no Allow header
        when        always
        response    HTTP/1.1 200 OK · application/json · 33 bytes, gzip
                    (the connection was closed)
                    [{"name":42}]x
                                 ^
        fix         Make the name a string for every plant.
        again       curl -si --path-as-is --globoff -H "Authorization: Bearer $PLANT_STORE_TOKEN" 'http://127.0.0.1:4010/v1/plants?limit=1'

      plant-store checks <id> says more about a check, and how to fix it in your framework
      1 passed · 1 inconclusive · 1 not tested: 1 did not apply
      --verbose lists 1 observation and what was not tested
      checked by plant-store-kit 0.1.0, prism 5.16.0, dredd 14.1.0 against Plant Store 1.0.0, through
      the proxy http://proxy.example:3128
    ✗ 1 requirement broken, ! 1 warning · exit 1
    "
  `)
})

test('shows what an incomplete run needs to be complete', () => {
  expect(plain(incomplete)).toMatchInlineSnapshot(`
    "! incomplete   http://127.0.0.1:4010/v1   63 requests, 1.4 s   exit 3
      Prism did not run: port 4010 is in use.
      Dredd did not run: install it with npm install --save-dev dredd@14.

      1 passed
      checked by plant-store-kit 0.1.0 against Plant Store 1.0.0, through the proxy
      http://proxy.example:3128
    ! incomplete · exit 3
    "
  `)
})

test('with verbose, shows every check, what was not tested and what was observed', () => {
  expect(terminal(violations, { color: false, verbose: true })).toMatchInlineSnapshot(`
    "✗ 1 requirement broken, ! 1 warning   http://127.0.0.1:4010/v1   63 requests, 1.4 s   exit 1

    1 ✗ plant-name-string   Every name is a string                            MUST, spec/openapi.yaml:79
        /0/name: expected a string, got the number 42
        request     GET /v1/plants?limit=1, with Accept-Encoding: gzip
        expected    a string
        actual      the number 42
        when        only with Accept-Encoding: gzip (in 3 of 41 checked responses)
        note        unstable: the same request violated it in 1 of 2 attempts
        response    HTTP/1.1 200 OK · application/json · 33 bytes, gzip
                    (the connection was closed)
                    [{"name":42}]x
                                 ^
        fix         Make the name a string for every plant.
        again       curl -si --path-as-is --globoff -H "Authorization: Bearer $PLANT_STORE_TOKEN" 'http://127.0.0.1:4010/v1/plants?limit=1'
        also        probably the same cause: plants-array, in 3 responses
        engines     probes, prism
        requests    limit/1 (attempt 2)

    2 ! method-allow-listed   A 405 lists the allowed methods            SHOULD, RFC 9110 section 15.5.6
        The 405 has no Allow header.
        request     GET /v1/plants?limit=1, with Accept-Encoding: gzip
        expected    Allow: GET
        actual      no Allow header
        when        always
        response    HTTP/1.1 200 OK · application/json · 33 bytes, gzip
                    (the connection was closed)
                    [{"name":42}]x
                                 ^
        fix         Make the name a string for every plant.
        again       curl -si --path-as-is --globoff -H "Authorization: Bearer $PLANT_STORE_TOKEN" 'http://127.0.0.1:4010/v1/plants?limit=1'
        engines     probes
        requests    limit/1 (attempt 2)

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

    Not tested
      – error-object    not exercised: no request was answered with 400
      – limit-honoured  inconclusive: the token’s user has 1 plant; at least 2 are needed

    Observations
      · version-not-told  Server shows a version: Express/4.18.2 (in 41 of 41 checked responses)

      plant-store checks <id> says more about a check, and how to fix it in your framework
      1 passed · 1 inconclusive · 1 not tested: 1 did not apply
      checked by plant-store-kit 0.1.0, prism 5.16.0, dredd 14.1.0 against Plant Store 1.0.0, through
      the proxy http://proxy.example:3128
    ✗ 1 requirement broken, ! 1 warning · exit 1
    "
  `)
})

test('colours add escape sequences and change nothing else', () => {
  const colored = terminal(violations, { color: true })
  expect(colored).not.toBe(plain(violations))
  expect(stripVTControlCharacters(colored)).toBe(plain(violations))
})

test('violations come before warnings, and are numbered', () => {
  const text = plain(violations)
  const headings = text.split('\n').filter((line) => /^\d [✗!] /.test(line))
  expect(headings.map((line) => line.split('  ')[0])).toEqual([
    '1 ✗ plant-name-string',
    '2 ! method-allow-listed',
  ])
})

test('shows ten findings in full, and the others in a line each, unless it is verbose', () => {
  const findings = Array.from({ length: 12 }, (_, index) => ({ ...failed, check: `check-${index}` }))
  const count = (text: string) => text.split('\n').filter((line) => line.startsWith('    fix')).length
  expect(count(plain({ ...violations, findings }))).toBe(10)
  expect(plain({ ...violations, findings })).toContain('\n12 ✗ check-11   Every name is a string\n')
  expect(count(terminal({ ...violations, findings }, { color: false, verbose: true }))).toBe(12)
})

test('counts what was not tested by what it needs', () => {
  const [, , , , notExercised] = violations.findings
  if (!notExercised) throw new Error('no finding')
  const notes = [
    'needs --other-token, and --expect with the plants of each user',
    'needs --expect with hidden plants',
    'plants-array must pass first',
    'json-syntax must pass first',
    'needs a 206',
  ]
  const findings = notes.map((note) => ({ ...notExercised, note }))
  const summarise = (users: number) =>
    plain({ ...conformant, options: { ...conformant.options, users }, findings }).replaceAll(/\n +/g, ' ')
  expect(summarise(1)).toContain(
    '5 not tested: 2 need --expect and --other-token, 1 because of plants-array, 1 because of json-syntax, 1 did not apply --verbose lists what was not tested',
  )
  // The second token was given.
  expect(summarise(2)).toContain('5 not tested: 2 need --expect, 1 because')
})

test('a report without engines, findings or evidence has only a headline and a summary', () => {
  const text = plain({
    ...incomplete,
    target: { baseUrl: incomplete.target.baseUrl, name: incomplete.target.name },
    engines: [],
    findings: [],
    reasons: ['The target refused the connection.'],
  })
  expect(text).toBe(
    [
      '! incomplete   http://127.0.0.1:4010/v1   63 requests, 1.4 s   exit 3',
      '  The target refused the connection.',
      '',
      '  1 passed',
      '  checked by plant-store-kit 0.1.0 against Plant Store 1.0.0',
      '! incomplete · exit 3',
      '',
    ].join('\n'),
  )
  expect(plain({ ...violations, findings: [{ ...failed, evidence: [] }] })).not.toContain('   again   ')
})

test('says which variables the commands that replay findings read', () => {
  const show = (users: number, saved?: string) =>
    terminal(
      { ...violations, options: { ...violations.options, users } },
      { color: false, ...(saved && { saved }) },
    )
  expect(show(1, 'out.json')).toContain(
    '\n  the commands after "again" read the token from PLANT_STORE_TOKEN\n',
  )
  expect(show(2, 'out.json')).toContain('tokens from PLANT_STORE_TOKEN and PLANT_STORE_OTHER_TOKEN\n')
  expect(show(0, 'out.json') + show(1)).not.toContain('the commands after')
})
