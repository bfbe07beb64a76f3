import { expect, test } from 'vitest'
import { formatResolution } from '../judge/verifyOptions.ts'
import { toHeader, toResolution, toToken } from '../parsers.ts'
import { UsageError } from './errors.ts'
import { findToken } from './testServer.ts'
import { toDay } from './values.ts'

test.for([
  ['plants.example.com:80:127.0.0.1', { host: 'plants.example.com', port: 80, address: '127.0.0.1' }],
  ['plants.example.com:443:[::1]', { host: 'plants.example.com', port: 443, address: '::1' }],
] as const)('reads %s and writes it back', ([text, resolution]) => {
  expect(toResolution(text)).toEqual(resolution)
  expect(toResolution(text.replace(/[[\]]/g, ''))).toEqual(resolution)
  expect(formatResolution(resolution)).toBe(text)
})

test.for([
  ['s3cret\nX', 'expected a token of ASCII characters without spaces and quotes, got a newline'],
  ['s3 cret', 'expected a token of ASCII characters without spaces and quotes, got a space'],
  [
    's3cret→',
    'expected a token of ASCII characters without spaces and quotes, got another character at its end',
  ],
  [
    '"s3cret"',
    'expected a token of ASCII characters without spaces and quotes, got " at its start; pass the token itself',
  ],
] as const)('rejects %j, which cannot be sent as a token, without quoting it', ([text, message]) => {
  expect(() => toToken(text)).toThrow(new Error(message))
})

test.for([
  ['echo oops >&2; exit 3', '--token-command ended with exit code 3: oops'],
  ['echo key: s3cret >&2; exit 1', '--token-command ended with exit code 1: key: ***'],
  ['kill -9 $$', '--token-command ended with SIGKILL'],
  ['yes s3cret', '--token-command printed more than 1 MiB'],
  ['echo TOK; echo got TOK >&2; exit 3', '--token-command ended with exit code 3: got ***'],
  ['true', '--token-command: expected a token, got nothing'],
] as const)('says how %j failed, without the output of the command', async ([command, message]) => {
  await expect(findToken({ tokenCommand: command }, new AbortController().signal)).rejects.toThrow(
    new UsageError(message),
  )
})

test('a day must exist in the calendar', () => {
  expect(toDay('2028-02-29')).toBe('2028-02-29')
  for (const text of ['2027-02-29', '2027-1-31', 'tomorrow', ''])
    expect(() => toDay(text)).toThrow('expected a day such as 2027-01-31')
})

test('rejects headers with which a valid server would seem faulty', () => {
  for (const name of ['Authorization', 'host', 'Content-Length', 'Transfer-Encoding', 'Connection'])
    expect(() => toHeader(`${name}: x`)).toThrow(`expected a header other than ${name}`)
})
