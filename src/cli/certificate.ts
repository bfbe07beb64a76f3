import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CertificateError } from '../server/CertificateError.ts'
import { type Certificate, fingerprintOf, readCertificate } from '../server/tls.ts'
import { UsageError } from './UsageError.ts'

/** The flags of `plant-store mock` that make it speak TLS. */
type Flags = { host: string; tls?: true; cert?: string; key?: string }

/** The certificate that the flags ask for, and what to tell about it. Throws a UsageError where there can be none. */
export async function certificateOf({
  host,
  tls,
  cert,
  key,
}: Flags): Promise<{ certificate: Certificate; note: string } | undefined> {
  if (cert !== undefined && key !== undefined) {
    if (tls) throw new UsageError('expected --tls, or --cert and --key, got all of them')
    const certificate = read(cert, key)
    return { certificate, note: `certificate of ${cert}, SHA-256 ${fingerprintOf(certificate)}` }
  }
  if (cert !== undefined) throw new UsageError('expected --key FILE beside --cert, with its private key')
  if (key !== undefined) throw new UsageError('expected --cert FILE beside --key, with its certificate')
  if (!tls) return undefined
  const { selfSigned } = await import('../server/selfSigned.ts')
  const hosts = [...new Set(['localhost', '127.0.0.1', '::1', host])].filter((each) => !EVERYWHERE.has(each))
  const certificate = selfSigned(hosts)
  const note = `certificate for ${hosts.join(', ')}, SHA-256 ${fingerprintOf(certificate)}
trust it with NODE_EXTRA_CA_CERTS=${keep(certificate)}`
  return { certificate, note }
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

/** Writes the certificate, and never its key, where clients can read it for as long as the process lives. */
function keep({ cert }: Certificate): string {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-'))
  const file = join(folder, 'certificate.pem')
  writeFileSync(file, cert)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return file
}
