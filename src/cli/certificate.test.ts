import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createFile } from '../../tests/folder.testing.ts'
import { loadCertificate } from './certificate.ts'
import { UsageError } from './errors.ts'

const host = '127.0.0.1'

test('--tls prints the names, the fingerprint and a file for clients, which does not contain the key', () => {
  const { certificate, note } = loadCertificate({ host: '192.0.2.7', tls: true }) ?? expect.fail()
  expect(note).toMatch(
    /^certificate for localhost, 127\.0\.0\.1, ::1, 192\.0\.2\.7, SHA-256 ([0-9A-F]{2}:){31}[0-9A-F]{2}\n/,
  )
  const [, file = ''] = /NODE_EXTRA_CA_CERTS=(\S+)$/.exec(note) ?? []
  expect(readFileSync(file, 'utf8')).toBe(certificate.cert)
  expect(readFileSync(file, 'utf8')).not.toContain('PRIVATE')
})

test('--cert and --key print the fingerprint of the certificate', () => {
  const { certificate } = loadCertificate({ host, tls: true }) ?? expect.fail()
  const cert = createFile('cert.pem', certificate.cert)
  const key = createFile('key.pem', certificate.key)
  const loaded = loadCertificate({ host, cert, key })
  expect(loaded?.certificate).toEqual(certificate)
  expect(loaded?.note).toMatch(/^certificate from .*cert\.pem, SHA-256 [0-9A-F:]{95}$/)
})

test.each([
  [{ cert: 'c.pem' }, /expected --cert and --key together/],
  [{ key: 'k.pem' }, /expected --cert and --key together/],
  [{ tls: true as const, cert: 'c.pem', key: 'k.pem' }, /and without --tls/],
  [{ cert: '/none/c.pem', key: 'k.pem' }, /cannot read \/none\/c\.pem: no such file or directory/],
])('%j is a usage error', (flags, message) => {
  expect(() => loadCertificate({ host, ...flags })).toThrow(UsageError)
  expect(() => loadCertificate({ host, ...flags })).toThrow(message)
})
