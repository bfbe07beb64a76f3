import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import forge from 'node-forge'
import type { Certificate } from './tls.ts'

const HOUR = 3_600_000
/** Short, since who trusts the certificate may forget that they do. */
const LIFE = 30 * 24 * HOUR

/** Makes a certificate for names and addresses, signed by nobody but itself. It is no authority: whoever trusts it trusts only it. */
export function selfSigned(hosts: readonly string[]): Certificate {
  // Node's own generator is many times faster than forge's.
  const key = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(key.publicKey)
  // Never the same twice, or browsers refuse the second one; the byte in front makes it positive.
  certificate.serialNumber = `01${randomBytes(15).toString('hex')}`
  // A clock that is a little behind, as in a container, should not see a certificate of tomorrow.
  certificate.validity.notBefore = new Date(Date.now() - HOUR)
  certificate.validity.notAfter = new Date(Date.now() + LIFE)
  const subject = [{ name: 'commonName', value: 'plant-store mock' }]
  certificate.setSubject(subject)
  certificate.setIssuer(subject)
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
    { name: 'extKeyUsage', serverAuth: true },
    { name: 'subjectAltName', altNames: hosts.map(altName) },
    { name: 'subjectKeyIdentifier' },
  ])
  certificate.sign(forge.pki.privateKeyFromPem(key.privateKey), forge.md.sha256.create())
  return { key: key.privateKey, cert: forge.pki.certificateToPem(certificate) }
}

/** RFC 5280, 4.2.1.6: a name, or an address. */
function altName(host: string): { type: 2; value: string } | { type: 7; ip: string } {
  return isIP(host) === 0 ? { type: 2, value: host } : { type: 7, ip: host }
}
