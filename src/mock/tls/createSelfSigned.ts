import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import forge from 'node-forge'
import type { Certificate } from './tls.ts'

const HOUR = 3_600_000
/** Short, because users forget that they trust a certificate. */
const LIFETIME = 30 * 24 * HOUR

/** Creates a self-signed certificate for names and addresses. It is not a CA, so trusting it does not trust others. */
export function createSelfSigned(hosts: readonly string[]): Certificate {
  // Node generates keys much faster than forge.
  const key = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(key.publicKey)
  // Unique, because browsers reject a second certificate with the same number. The first byte makes it positive.
  certificate.serialNumber = `01${randomBytes(15).toString('hex')}`
  // Allows for a clock that is slow, as in some containers.
  certificate.validity.notBefore = new Date(Date.now() - HOUR)
  certificate.validity.notAfter = new Date(Date.now() + LIFETIME)
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

/** RFC 5280, section 4.2.1.6: type 2 is a name, type 7 an address. */
function altName(host: string): { type: 2; value: string } | { type: 7; ip: string } {
  return isIP(host) === 0 ? { type: 2, value: host } : { type: 7, ip: host }
}
