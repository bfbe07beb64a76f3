import { expect, test } from 'vitest'
import { createFile } from '../../tests/folder.testing.ts'
import { loadCertificate } from './certificate.ts'

const host = '127.0.0.1'

test('with --cert and --key, the note shows a SHA-256 fingerprint', () => {
  const { certificate } = loadCertificate({ host, tls: true }) ?? expect.fail()
  const cert = createFile('cert.pem', certificate.cert)
  const key = createFile('key.pem', certificate.key)
  const loaded = loadCertificate({ host, cert, key })
  expect(loaded?.certificate).toEqual(certificate)
  expect(loaded?.note).toMatch(/^certificate from .*cert\.pem, SHA-256 [0-9A-F:]{95}$/)
})
