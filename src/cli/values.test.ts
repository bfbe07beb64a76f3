import { expect, test } from 'vitest'
import { toHeader } from '../parsers.ts'
import { UsageError } from './errors.ts'
import { findToken } from './testServer.ts'

test.for([
  ['echo oops >&2; exit 3', '--token-command ended with exit code 3: oops'],
  ['echo key: s3cret >&2; exit 1', '--token-command ended with exit code 1: key: ***'],
  ['kill -9 $$', '--token-command ended with SIGKILL'],
  ['yes s3cret', '--token-command printed more than 1 MiB'],
  ['echo TOK; echo got TOK >&2; exit 3', '--token-command ended with exit code 3: got ***'],
  ['true', '--token-command: expected a token, got nothing'],
  ['sleep 100 & exit 4', '--token-command ended with exit code 4'],
] as const)('says how %j failed, without secrets', async ([command, message]) => {
  await expect(findToken({ tokenCommand: command }, new AbortController().signal)).rejects.toThrow(
    new UsageError(message),
  )
})

test('rejects headers with which a valid server would seem faulty', () => {
  for (const name of ['Authorization', 'host', 'Content-Length', 'Transfer-Encoding', 'Connection'])
    expect(() => toHeader(`${name}: x`)).toThrow(`expected a header other than ${name}`)
})
