import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '../contract/words.ts'
import { createTemporaryFolder } from '../engines/createTemporaryFolder.ts'
import { type Certificate, CertificateError, fingerprint, readCertificate } from '../mock/tls/tls.ts'
import { UsageError } from './errors.ts'

/** The flags of `plant-store-kit mock` about TLS. */
type TlsFlags = { host: string; tls?: boolean; cert?: string; key?: string }

/** A certificate, a note for the user, and a function that removes the file with the certificate. */
export type LoadedCertificate = { certificate: Certificate; note: string; remove: () => void }

/** Reads or creates the certificate that the flags request; undefined for http. Throws a UsageError for flags that contradict each other. */
export async function loadCertificate({
  host,
  tls,
  cert,
  key,
}: TlsFlags): Promise<LoadedCertificate | undefined> {
  if (cert !== undefined && key !== undefined) {
    if (tls) throw new UsageError('expected either --tls, or --cert and --key, got all of them')
    const certificate = readFiles(cert, key)
    const note = `certificate of ${cert}, SHA-256 ${fingerprint(certificate)}`
    return { certificate, note, remove: () => {} }
  }
  if (cert !== undefined)
    throw new UsageError('expected --key FILE with --cert: the private key of the certificate')
  if (key !== undefined)
    throw new UsageError('expected --cert FILE with --key: the certificate of the private key')
  if (!tls) return undefined
  const { createSelfSigned } = await import('../mock/tls/tls.ts')
  const hosts = [...new Set(['localhost', '127.0.0.1', '::1', host])].filter((name) => !WILDCARDS.has(name))
  const certificate = createSelfSigned(hosts)
  const { file, remove } = writeCertificate(certificate)
  const note = `certificate for ${hosts.join(', ')}, SHA-256 ${fingerprint(certificate)}
to trust it, set NODE_EXTRA_CA_CERTS=${file}`
  return { certificate, note, remove }
}

/** Addresses to listen on that no client connects to. */
const WILDCARDS = new Set(['0.0.0.0', '::'])

function readFiles(cert: string, key: string): Certificate {
  try {
    return readCertificate(cert, key)
  } catch (error) {
    throw error instanceof CertificateError ? new UsageError(error.message) : error
  }
}

/** Writes the certificate, never its key, to a file for clients. The file is removed when the process exits, at the latest. */
function writeCertificate({ cert }: Certificate): { file: string; remove: () => void } {
  const folder = createFolder()
  const file = join(folder, 'certificate.pem')
  writeFileSync(file, cert)
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  return { file, remove }
}

function createFolder(): string {
  try {
    return createTemporaryFolder('plant-store-')
  } catch (error) {
    throw new UsageError(messageOf(error))
  }
}
