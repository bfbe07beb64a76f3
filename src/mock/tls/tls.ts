import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { errorCode } from '../../contract/words.ts'
import { CertificateError } from './CertificateError.ts'

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
