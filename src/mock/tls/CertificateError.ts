/** A certificate or its key cannot be served. The message says what was expected, and never what a key holds. */
export class CertificateError extends Error {
  override readonly name = 'CertificateError'
}
