import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bindToParent } from '../process/bindToParent.ts'
import { deferModules } from '../process/deferModules.ts'
import type { ChildMessage, Description, Instructions } from './messages.ts'

// Runs Dredd in this process, for each description that it gets, one after another: `child <folder> <dredd's folder>`.
const [, , folder = '', installed = ''] = process.argv
bindToParent(folder)

// Reporters and hooks of other kinds, other formats of descriptions, and ways to send requests.
deferModules([
  { by: 'dredd', request: './reporters/ApiaryReporter', exports: ['default'] },
  { by: 'dredd', request: './reporters/DotReporter', exports: ['default'] },
  { by: 'dredd', request: './reporters/HTMLReporter', exports: ['default'] },
  { by: 'dredd', request: './reporters/MarkdownReporter', exports: ['default'] },
  { by: 'dredd', request: './reporters/NyanReporter', exports: ['default'] },
  { by: 'dredd', request: './reporters/XUnitReporter', exports: ['default'] },
  { by: 'dredd', request: './HooksWorkerClient', exports: ['default'] },
  { by: '@apielements/apib-parser', request: 'drafter.js' },
  { by: '@apielements/openapi2-parser', request: './parser' },
  { by: 'request', request: './lib/har', exports: ['Har'] },
  { by: 'request', request: 'aws4' },
  { by: 'request', request: 'form-data' },
  { by: 'request', request: 'http-signature' },
  { by: 'tough-cookie', request: 'psl' },
])

type Dredd = { run: (done: (error?: Error) => void) => void }
const Dredd: new (options: object) => Dredd = createRequire(join(installed, 'package.json'))(installed)

process.on('message', (message: Description | Instructions) => {
  if ('description' in message) run(message.description)
})

function run(description: string): void {
  const emitter = new EventEmitter()
  emitter.on('test error', (error: Error, { title }: { title: string }) => {
    send({ kind: 'error', id: title, message: error.message })
  })
  const ownFile = fileURLToPath(import.meta.url)
  new Dredd({
    // The instructions of the kit replace it.
    endpoint: 'http://127.0.0.1',
    apiDescriptions: [{ location: description, content: readFileSync(description, 'utf8') }],
    // Relative to `cwd`, because Dredd treats a path as a glob pattern and the folder's name may contain brackets.
    custom: { cwd: dirname(ownFile) },
    hookfiles: [extname(ownFile) === '.ts' ? 'hooks.cts' : 'hooks.cjs'],
    // Dredd's HTTP client does not decompress by default. The forwarder limits the time and the size.
    http: { gzip: true },
    loglevel: 'error',
    color: false,
    emitter,
  }).run((error) => {
    send(error ? { kind: 'end', message: error.message } : { kind: 'end' })
  })
}

function send(report: ChildMessage): void {
  process.send?.(report)
}
