import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CertificateError } from '../../mock/tls/CertificateError.ts'
import { type Certificate, fingerprintOf, readCertificate } from '../../mock/tls/tls.ts'
import { UsageError } from '../errors.ts'

/** The flags of `plant-store mock` that make it speak TLS. */
type Flags = { host: string; tls?: boolean; cert?: string; key?: string }

/** A certificate, what to tell about it, and what takes away the file that it was written to. */
type Certified = { certificate: Certificate; note: string; remove: () => void }

/** The certificate that the flags ask for. Throws a UsageError where there can be none. */
export async function requestedCertificate({ host, tls, cert, key }: Flags): Promise<Certified | undefined> {
  if (cert !== undefined && key !== undefined) {
    if (tls) throw new UsageError('expected --tls, or --cert and --key, got all of them')
    const certificate = read(cert, key)
    const note = `certificate of ${cert}, SHA-256 ${fingerprintOf(certificate)}`
    return { certificate, note, remove: () => {} }
  }
  if (cert !== undefined) throw new UsageError('expected --key FILE beside --cert, with its private key')
  if (key !== undefined) throw new UsageError('expected --cert FILE beside --key, with its certificate')
  if (!tls) return undefined
  const { selfSigned } = await import('../../mock/tls/selfSigned.ts')
  const hosts = [...new Set(['localhost', '127.0.0.1', '::1', host])].filter((each) => !EVERYWHERE.has(each))
  const certificate = selfSigned(hosts)
  const { file, remove } = keep(certificate)
  const note = `certificate for ${hosts.join(', ')}, SHA-256 ${fingerprintOf(certificate)}
trust it with NODE_EXTRA_CA_CERTS=${file}`
  return { certificate, note, remove }
}

/** What is listened on, and nobody calls. */
const EVERYWHERE = new Set(['0.0.0.0', '::'])

function read(cert: string, key: string): Certificate {
  try {
    return readCertificate(cert, key)
  } catch (error) {
    throw error instanceof CertificateError ? new UsageError(error.message) : error
  }
}

/** Writes the certificate, and never its key, where clients can read it until it is removed or the process ends. */
function keep({ cert }: Certificate): { file: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-'))
  const file = join(folder, 'certificate.pem')
  writeFileSync(file, cert)
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  return { file, remove }
}
