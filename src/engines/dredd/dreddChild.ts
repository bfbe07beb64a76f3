import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bindToParent } from '../process/bindToParent.ts'
import type { Report } from './dreddMessages.ts'

// Runs Dredd in this process: `dreddChild <folder> <dredd's folder> <description> <origin> <milliseconds>`.
const [, , folder = '', installed = '', description = '', origin = '', timeout = ''] = process.argv
bindToParent(folder)

type Dredd = { run: (done: (error?: Error) => void) => void }
const Dredd: new (options: object) => Dredd = createRequire(join(installed, 'package.json'))(installed)

const tell = (report: Report, then?: () => void): void => {
  process.send?.(report, undefined, undefined, then)
}
const emitter = new EventEmitter()
emitter.on('test error', (error: Error, { title }: { title: string }) => {
  tell({ kind: 'error', id: title, message: error.message })
})

const own = fileURLToPath(import.meta.url)
new Dredd({
  endpoint: origin,
  apiDescriptions: [{ location: description, content: readFileSync(description, 'utf8') }],
  // A path alone would be taken for a pattern where a folder's name has brackets in it.
  custom: { cwd: dirname(own) },
  hookfiles: [extname(own) === '.ts' ? 'dreddHooks.cts' : 'dreddHooks.cjs'],
  // Options of the client that it uses, which by itself waits for ever and leaves a compressed body as it is.
  http: { timeout: Number(timeout), gzip: true },
  loglevel: 'error',
  color: false,
  emitter,
}).run((error) => {
  const end: Report = error ? { kind: 'end', message: error.message } : { kind: 'end' }
  tell(end, () => process.exit())
})
