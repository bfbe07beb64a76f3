import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP, isIPv6 } from 'node:net'
import { errorCode } from '../../contract/words.ts'

/** A private key and its certificate chain as PEM. */
export type Certificate = { key: string; cert: string }

/** Reads a certificate and its private key from PEM files. Throws a CertificateError if they cannot be used. */
export function readCertificate(certFile: string, keyFile: string): Certificate {
  const certificate = { cert: readText(certFile), key: readText(keyFile) }
  assertCertificate(certificate, { key: keyFile, cert: certFile })
  return certificate
}

/** Throws a CertificateError if a certificate cannot be used. The names are those of its parts in messages. */
export function assertCertificate(
  { key, cert }: Certificate,
  names: Certificate = { key: 'tls.key', cert: 'tls.cert' },
): void {
  if (!toCertificate(cert, names.cert).checkPrivateKey(toKey(key, names.key)))
    throw new CertificateError(`${names.key} is not the private key of ${names.cert}`)
}

/** SHA-256 of a certificate as browsers show it: `AB:CD:…`. */
export function fingerprint({ cert }: Certificate): string {
  return new X509Certificate(cert).fingerprint256
}

function toCertificate(text: string, file: string): X509Certificate {
  try {
    return new X509Certificate(text)
  } catch {
    throw new CertificateError(`${file}: expected a certificate as PEM (-----BEGIN CERTIFICATE-----)`)
  }
}

function toKey(text: string, file: string): KeyObject {
  try {
    return createPrivateKey(text)
  } catch {
    throw new CertificateError(
      `${file}: expected a private key as PEM (-----BEGIN PRIVATE KEY-----), without a passphrase`,
    )
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new CertificateError(`cannot read ${file}: ${errorCode(error)}`)
  }
}

/** @internal Writes ASN.1 in the distinguished encoding rules (ITU-T X.690), as far as a certificate needs it. It reads nothing. */
export const der = {
  sequence: (...parts: readonly Buffer[]): Buffer => encode(0x30, Buffer.concat(parts)),
  set: (part: Buffer): Buffer => encode(0x31, part),
  /** A positive integer. The first byte must not be zero. */
  integer: (bytes: Buffer): Buffer => encode(0x02, (bytes[0] ?? 0) < 0x80 ? bytes : Buffer.of(0, ...bytes)),
  yes: Buffer.of(0x01, 0x01, 0xff),
  bits: (bytes: Buffer, unused = 0): Buffer => encode(0x03, Buffer.of(unused, ...bytes)),
  octets: (bytes: Buffer): Buffer => encode(0x04, bytes),
  text: (value: string): Buffer => encode(0x0c, Buffer.from(value)),
  /** Years from 1950 to 2049, as RFC 5280 section 4.1.2.5 requires: `YYMMDDHHMMSSZ`. */
  time: (date: Date): Buffer =>
    encode(0x17, Buffer.from(`${date.toISOString().replace(/\D/g, '').slice(2, 14)}Z`)),
  /** A member with a number in place of its type: `within` if it contains others. */
  tagged: (tag: number, content: Buffer, within = false): Buffer =>
    encode((within ? 0xa0 : 0x80) + tag, content),
  /** An object identifier, such as `2.5.4.3`. */
  identifier(dotted: string): Buffer {
    const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
    return encode(0x06, Buffer.from([40 * first + second, ...rest].flatMap(toBase128)))
  },
}

function encode(type: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.of(type, ...encodeLength(content.length)), content])
}

function encodeLength(length: number): number[] {
  if (length < 0x80) return [length]
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
}

/** Seven bits a byte. All bytes but the last have the eighth bit. */
function toBase128(value: number): number[] {
  const bytes = [value & 0x7f]
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 0x7f) | 0x80)
  return bytes
}

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

/** A certificate or its key cannot be used. The message never quotes the key. */
export class CertificateError extends Error {
  override readonly name = 'CertificateError'
}
