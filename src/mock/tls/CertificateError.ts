/** A certificate or its key cannot be used. The message never quotes the key. */
export class CertificateError extends Error {
  override readonly name = 'CertificateError'
}
