import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createFile } from '../../tests/folder.testing.ts'
import { formatResolution } from '../judge/verifyOptions.ts'
import { UsageError } from './errors.ts'
import { readExpectations } from './expectations.ts'
import { findToken } from './testServer.ts'
import { toDay, toResolution, toToken } from './values.ts'

test.for([
  ['plants.example.com:80:127.0.0.1', { host: 'plants.example.com', port: 80, address: '127.0.0.1' }],
  ['plants.example.com:443:[::1]', { host: 'plants.example.com', port: 443, address: '::1' }],
] as const)('reads %s and writes it back', ([text, resolution]) => {
  expect(toResolution(text)).toEqual(resolution)
  expect(toResolution(text.replace(/[[\]]/g, ''))).toEqual(resolution)
  expect(formatResolution(resolution)).toBe(text)
})

test.for(['plants.example.com', 'plants:80', 'plants:80:elsewhere', 'plants:65536:::1', ':80:::1', '-'])(
  'rejects %s, which is not host:port:address',
  (text) => {
    expect(() => toResolution(text)).toThrow('expected host:port:address')
  },
)

test('reports a mistake in the --expect file, and rejects more users than tokens', async () => {
  const file = createFile('expect.yaml', '')
  const read = (text: string, otherToken: string[]) => {
    writeFileSync(file, text)
    return readExpectations({ expect: file, otherToken })
  }
  await expect(read('token:\n  sees: [F]\nothr: {}\n', [])).rejects.toThrow(`${file}:3: unknown name "othr"`)
  const two = 'otherToken:\n  - sees: [Fern]\n  - sees: [Moss]\n'
  await expect(read(two, ['a', 'b'])).resolves.toMatchObject({ otherToken: [{ sees: ['Fern'] }, {}] })
  await expect(read(two, ['a'])).rejects.toThrow(
    `${file}: expected --other-token 2 times, once for each user in the file, got 1 token`,
  )
})

test('rejects a token that cannot be sent, without quoting it', () => {
  expect(() => toToken('Bearer s3cret')).toThrow(/^remove "Bearer " and pass only the token$/)
})

test.for([
  ['echo oops >&2; exit 3', '--token-command ended with exit code 3: oops'],
  ['echo key: s3cret >&2; exit 1', '--token-command ended with exit code 1: key: ***'],
  ['kill -9 $$', '--token-command ended with SIGKILL'],
  ['yes s3cret', '--token-command printed more than 1 MiB'],
  ['echo TOK; echo got TOK >&2; exit 3', '--token-command ended with exit code 3: got ***'],
  ['true', '--token-command: expected a token, got nothing'],
] as const)('says how %j failed, without what it printed', async ([command, message]) => {
  await expect(findToken({ tokenCommand: command }, new AbortController().signal)).rejects.toThrow(
    new UsageError(message),
  )
})

test('a day must exist in the calendar', () => {
  expect(toDay('2028-02-29')).toBe('2028-02-29')
  for (const text of ['2027-02-29', '2027-1-31', 'tomorrow', ''])
    expect(() => toDay(text)).toThrow('expected a day such as 2027-01-31')
})
