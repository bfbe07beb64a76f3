import { expect, test } from 'vitest'
import { failed } from '../sampleReports.test-data.ts'
import { clausePlace } from './clausePlace.ts'

test('a clause of the contract is told by its file, its line and its place', () => {
  const clause = 'openapi.yaml#/paths/~1plants/get/responses/200/content/application~1json/schema'
  expect(clausePlace({ ...failed, clause, line: 41 })).toBe(
    'spec/openapi.yaml:41 › /plants › get › responses › 200 › content › application/json › schema',
  )
})

test('a clause of a standard is told as it is', () => {
  expect(clausePlace({ ...failed, clause: 'RFC 8259 section 8.1' })).toBe('RFC 8259 section 8.1')
})

test('the whole contract is told by its file alone', () => {
  const { line: _, ...unplaced } = failed
  expect(clausePlace({ ...unplaced, clause: 'openapi.yaml#' })).toBe('spec/openapi.yaml')
})
