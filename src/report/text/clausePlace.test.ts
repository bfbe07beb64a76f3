import { expect, test } from 'vitest'
import { failed } from '../sampleReports.test-data.ts'
import { clausePlace } from './clausePlace.ts'

test('a clause of the contract is shown with its file, line and path', () => {
  const clause = 'openapi.yaml#/paths/~1plants/get/responses/200/content/application~1json/schema'
  expect(clausePlace({ ...failed, clause, line: 41 })).toBe(
    'spec/openapi.yaml:41 › /plants › get › responses › 200 › content › application/json › schema',
  )
})

test('a clause of a standard is shown as it is', () => {
  expect(clausePlace({ ...failed, clause: 'RFC 8259 section 8.1' })).toBe('RFC 8259 section 8.1')
})

test('the whole contract is shown as its file', () => {
  const { line: _, ...finding } = failed
  expect(clausePlace({ ...finding, clause: 'openapi.yaml#' })).toBe('spec/openapi.yaml')
})
