import { createPrivateKey, generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIP, isIPv6 } from 'node:net'
import { readReason } from '../../contract/words.ts'

/** A private key and its certificate chain as PEM. */
export type Certificate = { key: string; cert: string }

/** Reads a certificate and its private key from PEM files. Throws a CertificateError if the files cannot be used. */
export function readCertificate(certFile: string, keyFile: string): Certificate {
  const certificate = { cert: readText(certFile), key: readText(keyFile) }
  assertCertificate(certificate, { key: keyFile, cert: certFile })
  return certificate
}

/** Throws a CertificateError if a certificate and its key cannot be used. Messages call them by their `names`. */
export function assertCertificate(
  { key, cert }: Certificate,
  names: Certificate = { key: 'tls.key', cert: 'tls.cert' },
): void {
  const certificate = parse(() => new X509Certificate(cert), `${names.cert}: expected a certificate`)
  const privateKey = parse(() => createPrivateKey(key), `${names.key}: expected a private key`)
  if (!certificate.checkPrivateKey(privateKey))
    throw new CertificateError(`${names.key} is not the private key of ${names.cert}`)
}

/** Returns the SHA-256 hash of a certificate as Firefox shows it: `AB:CD:…`. */
export function fingerprint({ cert }: Certificate): string {
  return new X509Certificate(cert).fingerprint256
}

function parse<Value>(read: () => Value, expected: string): Value {
  try {
    return read()
  } catch {
    throw new CertificateError(`${expected} as PEM (-----BEGIN …), without a passphrase`)
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new CertificateError(`cannot read ${file}: ${readReason(error)}`)
  }
}

const HOUR = 3_600_000
/** The validity period of a certificate in milliseconds, which is short, because users forget which certificates they trust. */
const LIFETIME = 30 * 24 * HOUR

/**
 * Creates a self-signed certificate for names and addresses (RFC 5280). The certificate is not a CA, so a client that trusts it does not
 * therefore trust other certificates. Throws a CertificateError if the certificate is not valid.
 */
export function createSelfSigned(hosts: readonly string[]): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, identifier('550403'), der(TEXT, 'plant-store-kit mock'))))
  // ECDSA with SHA-256.
  const algorithm = der(SEQUENCE, identifier('2a8648ce3d040302'))
  const content = der(
    SEQUENCE,
    // Version 3.
    der(CONTEXT + 0, der(INTEGER, Buffer.of(2))),
    // The serial number is random, because Firefox rejects a second certificate with the same issuer and number. The 1 makes it positive.
    der(INTEGER, Buffer.of(1), randomBytes(15)),
    algorithm,
    name,
    // The certificate's validity begins an hour ago, because the client's clock may be slow.
    der(SEQUENCE, time(Date.now() - HOUR), time(Date.now() + LIFETIME)),
    name,
    spki,
    der(CONTEXT + 3, der(SEQUENCE, ...listExtensions(hosts))),
  )
  const signature = der(BITS, Buffer.of(0), sign('sha256', content, privateKey))
  const certificate = new X509Certificate(der(SEQUENCE, content, algorithm, signature))
  if (!certificate.verify(publicKey)) throw new CertificateError('the certificate of --tls is not valid')
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert: certificate.toString() }
}

function listExtensions(hosts: readonly string[]): Buffer[] {
  const critical = der(BOOLEAN, Buffer.of(0xff))
  const extension = (id: string, ...parts: Buffer[]): Buffer => der(SEQUENCE, identifier(id), ...parts)
  return [
    // Basic constraints: the certificate is not a CA. The list is empty, because this is the default.
    extension('551d13', critical, der(OCTETS, der(SEQUENCE))),
    // Key usage: digitalSignature, which is the first bit. The last seven bits are unused.
    extension('551d0f', critical, der(OCTETS, der(BITS, Buffer.of(7, 0b1000_0000)))),
    // Extended key usage: serverAuth.
    extension('551d25', der(OCTETS, der(SEQUENCE, identifier('2b06010505070301')))),
    // Alternative names (RFC 5280 section 4.2.1.6): tag 2 is a DNS name, and tag 7 is an IP address.
    extension('551d11', der(OCTETS, der(SEQUENCE, ...hosts.map(altName)))),
  ]
}

function altName(host: string): Buffer {
  return isIP(host) === 0 ? der(0x82, host) : der(0x87, addressBytes(host))
}

/** Converts an IPv4 address to four bytes, or an IPv6 address to sixteen bytes. */
function addressBytes(address: string): Buffer {
  if (!isIPv6(address)) return Buffer.from(address.split('.').map(Number))
  // The URL parser converts a part in IPv4 notation to two groups, and replaces the longest run of zero groups with `::`.
  const [before = '', after] = new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1).split('::')
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'))
  const [start, end] = [groups(before), groups(after ?? '')]
  const zeros = Array.from({ length: 8 - start.length - end.length }, () => '0')
  return Buffer.from([...start, ...zeros, ...end].map((group) => group.padStart(4, '0')).join(''), 'hex')
}

/** The tags of ASN.1 types, and CONTEXT, the tag of fields that have a number instead of a type. */
const [BOOLEAN, INTEGER, BITS, OCTETS, TEXT] = [0x01, 0x02, 0x03, 0x04, 0x0c]
const [SEQUENCE, SET, CONTEXT] = [0x30, 0x31, 0xa0]

/** Encodes a value in DER (ITU-T X.690), as its type, length and content, for lengths of up to two bytes. */
function der(type: number, ...parts: readonly (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part as string, 'latin1')))
  const { length } = content
  const long = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.of(type, ...(length < 0x80 ? [length] : long)), content])
}

/** Encodes an object identifier. The argument contains its bytes in hexadecimal: `550403` is `2.5.4.3`. */
function identifier(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'))
}

/** Encodes a time between 1950 and 2049 as RFC 5280 section 4.1.2.5 requires: `YYMMDDHHMMSSZ`. */
function time(milliseconds: number): Buffer {
  return der(0x17, `${new Date(milliseconds).toISOString().replace(/\D/g, '').slice(2, 14)}Z`)
}

/** The error for a certificate or key that cannot be used. The message never quotes the key. */
export class CertificateError extends Error {
  override readonly name = 'CertificateError'
}
