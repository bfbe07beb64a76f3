import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, extname } from 'node:path'
import type { ChildMessage } from './dredd.ts'

// Runs Dredd in this process through its documented JavaScript interface: `dreddChild <dredd's package.json> <description> <endpoint>`.
// Dredd's own command would take longer, because it also starts npm.
const [, ownFile = '', manifest = '', description = '', endpoint = ''] = process.argv

type Dredd = { run: (done: (error?: Error) => void) => void }
const Dredd: new (options: object) => Dredd = createRequire(manifest)(dirname(manifest))

new Dredd({
  endpoint,
  apiDescriptions: [{ location: description, content: readFileSync(description, 'utf8') }],
  // The path is relative to `cwd`, because Dredd treats a path as a glob pattern, and the folder's name may contain brackets.
  custom: { cwd: dirname(ownFile) },
  hookfiles: [extname(ownFile) === '.ts' ? 'dreddHooks.cts' : 'dreddHooks.cjs'],
  // By default, Dredd's HTTP client does not decompress bodies, and tries to reuse connections that the pass-through server has closed.
  http: { gzip: true, agentOptions: { keepAlive: false } },
  loglevel: 'error',
  color: false,
}).run((error) => {
  process.send?.({ kind: 'end', ...(error && { reason: error.message }) } satisfies ChildMessage)
})
