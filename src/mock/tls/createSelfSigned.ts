import { createHash, generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto'
import { isIP, isIPv6 } from 'node:net'
import { CertificateError } from './CertificateError.ts'
import { der } from './der.ts'
import type { Certificate } from './tls.ts'

const HOUR = 3_600_000
/** Short, because users forget that they trust a certificate. */
const LIFETIME = 30 * 24 * HOUR

const SHA256_WITH_RSA = der.sequence(der.identifier('1.2.840.113549.1.1.11'), Buffer.of(0x05, 0x00))
const NAME = der.sequence(der.set(der.sequence(der.identifier('2.5.4.3'), der.text('plant-store-kit mock'))))

/**
 * Creates a self-signed certificate for names and addresses (RFC 5280). It is not a CA, so trusting it does not trust others.
 * Throws a CertificateError if Node.js does not accept it.
 */
export function createSelfSigned(hosts: readonly string[]): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const now = Date.now()
  const content = der.sequence(
    // Version 3.
    der.tagged(0, Buffer.of(0x02, 0x01, 0x02), true),
    // Unique, because browsers reject a second certificate with the same number. The first byte makes it positive.
    der.integer(Buffer.concat([Buffer.of(1), randomBytes(15)])),
    SHA256_WITH_RSA,
    NAME,
    // Allows for a clock that is slow, as in some containers.
    der.sequence(der.time(new Date(now - HOUR)), der.time(new Date(now + LIFETIME))),
    NAME,
    spki,
    der.tagged(3, der.sequence(...listExtensions(hosts, spki)), true),
  )
  const signature = sign('sha256', content, privateKey)
  const certificate = new X509Certificate(der.sequence(content, SHA256_WITH_RSA, der.bits(signature)))
  if (!certificate.verify(publicKey)) throw new CertificateError('the certificate of --tls is not valid')
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert: certificate.toString() }
}

function listExtensions(hosts: readonly string[], spki: Buffer): Buffer[] {
  const keyId = createHash('sha256').update(spki).digest().subarray(0, 20)
  return [
    // Basic constraints: not a CA, which is the default and therefore not written.
    extension('2.5.29.19', der.sequence(), true),
    // Key usage: digitalSignature and keyEncipherment, the first and third of eight bits.
    extension('2.5.29.15', der.bits(Buffer.of(0b1010_0000), 5), true),
    // Extended key usage: serverAuth.
    extension('2.5.29.37', der.sequence(der.identifier('1.3.6.1.5.5.7.3.1'))),
    extension('2.5.29.17', der.sequence(...hosts.map(altName))),
    extension('2.5.29.14', der.octets(keyId)),
  ]
}

function extension(id: string, value: Buffer, isCritical = false): Buffer {
  return der.sequence(der.identifier(id), ...(isCritical ? [der.yes] : []), der.octets(value))
}

/** RFC 5280, section 4.2.1.6: tag 2 is a name, tag 7 an address. */
function altName(host: string): Buffer {
  return isIP(host) === 0 ? der.tagged(2, Buffer.from(host, 'latin1')) : der.tagged(7, addressBytes(host))
}

/** Four bytes, or sixteen for IPv6. */
function addressBytes(address: string): Buffer {
  if (!isIPv6(address)) return Buffer.from(address.split('.').map(Number))
  // The URL parser expands nothing, but writes an IPv4 part as two groups, and drops no zeros but those of the double colon.
  const [before = '', after] = new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1).split('::')
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'))
  const [start, end] = [groups(before), groups(after ?? '')]
  const zeros = Array.from({ length: 8 - start.length - end.length }, () => '0')
  return Buffer.from([...start, ...zeros, ...end].map((group) => group.padStart(4, '0')).join(''), 'hex')
}
