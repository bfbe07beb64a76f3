import { X509Certificate } from 'node:crypto'
import { createServer, get } from 'node:https'
import { isIPv6 } from 'node:net'
import { expect, test } from 'vitest'
import { createFile } from '../../../tests/folder.testing.ts'
import { listen } from '../../../tests/listen.testing.ts'
import { createSelfSigned, fingerprint, readCertificate } from './tls.ts'

const created = createSelfSigned(['localhost', '127.0.0.1', '::1', 'plants.test'])

/** Resolves to the status, or the error code, of a client that trusts `ca` and uses this server name. */
async function call(servername: string, ca: string | undefined): Promise<number | string | undefined> {
  const port = await listen(createServer(created, (_request, response) => response.end()))
  return new Promise((resolve) => {
    const host = isIPv6(servername) ? `[${servername}]` : servername
    const lookup = { host: '127.0.0.1', port, headers: { host }, servername, ...(ca && { ca }) }
    get({ ...lookup, agent: false }, ({ statusCode }) => resolve(statusCode)).on(
      'error',
      (error: NodeJS.ErrnoException) => resolve(error.code),
    )
  })
}

test('the certificate is valid only for its names and addresses', async () => {
  expect(await call('localhost', created.cert)).toBe(200)
  expect(await call('plants.test', created.cert)).toBe(200)
  expect(await call('other.test', created.cert)).toBe('ERR_TLS_CERT_ALTNAME_INVALID')
  const certificate = new X509Certificate(created.cert)
  expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1')
  expect(certificate.checkIP('::1')).toBeDefined()
  expect(certificate.checkIP('127.0.0.2')).toBeUndefined()
})

test('the certificate is not a CA, is valid for 30 days, and is unique', () => {
  const certificate = new X509Certificate(created.cert)
  expect(certificate.ca).toBe(false)
  const days = (certificate.validToDate.getTime() - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(29)
  expect(days).toBeLessThan(31)
  expect(certificate.validFromDate.getTime()).toBeLessThan(Date.now())
  expect(fingerprint(createSelfSigned(['localhost']))).not.toBe(fingerprint(created))
})

test.each([
  [created.cert, createSelfSigned(['localhost']).key, /key\.pem is not the private key of .*cert\.pem/],
  [created.key, created.key, /cert\.pem: expected a certificate as PEM/],
  [created.cert, 'BEGIN', /key\.pem: expected a private key as PEM/],
])('names the file that cannot be used (%#)', (cert, key, message) => {
  expect(() => readCertificate(createFile('cert.pem', cert), createFile('key.pem', key))).toThrow(message)
})
