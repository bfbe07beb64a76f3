import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTemporaryFolder } from '../engines/createTemporaryFolder.ts'
import { type Certificate, createSelfSigned, fingerprint, readCertificate } from '../mock/tls/tls.ts'
import { checked, UsageError } from './errors.ts'

/** A certificate, a note for the user, and a function that removes the certificate file. */
export type LoadedCertificate = { certificate: Certificate; note: string; remove: () => void }

/** Reads or creates the certificate that the flags of `plant-store-kit mock` request; undefined for http. Throws a UsageError. */
export function loadCertificate(flags: {
  host: string
  tls?: boolean
  cert?: string
  key?: string
}): LoadedCertificate | undefined {
  const { host, tls = false, cert, key } = flags
  if (cert !== undefined && key !== undefined && !tls) {
    const certificate = checked(() => readCertificate(cert, key))
    const note = `certificate of ${cert}, SHA-256 ${fingerprint(certificate)}`
    return { certificate, note, remove: () => {} }
  }
  if ((cert ?? key) !== undefined)
    throw new UsageError('expected --cert and --key together, each with a PEM file, and without --tls')
  if (!tls) return undefined
  const hosts = [...new Set(['localhost', '127.0.0.1', '::1', host])].filter((name) => !WILDCARDS.has(name))
  const certificate = createSelfSigned(hosts)
  // For clients, without the private key. The file is removed when the process exits, if not before.
  const folder = checked(() => createTemporaryFolder('plant-store-'))
  const file = join(folder, 'certificate.pem')
  writeFileSync(file, certificate.cert)
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  const note = `certificate for ${hosts.join(', ')}, SHA-256 ${fingerprint(certificate)}
to trust it, set NODE_EXTRA_CA_CERTS=${file}`
  return { certificate, note, remove }
}

/** Wildcard addresses: a server can listen on them, but no client connects to them. */
const WILDCARDS = new Set(['0.0.0.0', '::'])
