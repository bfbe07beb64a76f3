import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTemporaryFolder } from '../engines/createTemporaryFolder.ts'
import { createSelfSigned, fingerprint, readCertificate } from '../mock/tls/tls.ts'
import { checked, UsageError } from './errors.ts'

type CertificateFlags = { host: string; tls?: boolean; cert?: string; key?: string }

/** Returns the certificate for the mock's flags, and a note to print. Returns undefined for http. May throw a UsageError. */
export function loadCertificate({ host, tls = false, cert, key }: CertificateFlags) {
  if (cert !== undefined && key !== undefined && !tls) {
    const certificate = checked(() => readCertificate(cert, key))
    return { certificate, note: `certificate from ${cert}, SHA-256 ${fingerprint(certificate)}` }
  }
  if ((cert ?? key) !== undefined)
    throw new UsageError('expected --cert and --key together, each with a PEM file, and without --tls')
  if (!tls) return undefined
  const hosts = [...new Set(['localhost', '127.0.0.1', '::1', host])]
  const certificate = createSelfSigned(hosts)
  // The file in this folder is for clients, so it does not contain the private key.
  const folder = checked(() => createTemporaryFolder('plant-store-'))
  const file = join(folder, 'certificate.pem')
  writeFileSync(file, certificate.cert)
  // Remove the folder at the first signal, because a second signal ends the process without the event `exit`.
  for (const event of ['exit', 'SIGINT', 'SIGTERM'])
    process.once(event, () => rmSync(folder, { recursive: true, force: true }))
  const note = `certificate for ${hosts.join(', ')}, SHA-256 ${fingerprint(certificate)}
to trust this certificate in Node.js, set NODE_EXTRA_CA_CERTS=${file}`
  return { certificate, note }
}
