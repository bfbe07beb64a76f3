import { oneOf, type Shape } from '../../contract/shape.ts'
import type { MockEvent } from '../mockEvent.ts'
import { readOptions } from '../readOptions.ts'
import type { MiddlewareOptions, MockMiddleware } from './createMiddleware.ts'
import { createMiddleware, middlewareOptionShapes } from './createMiddleware.ts'

const corners = ['bottom-right', 'bottom-left', 'top-right', 'top-left'] as const

/** Options of the plugin. */
export type PlantStorePluginOptions = MiddlewareOptions & {
  /** The corner of the page in which the switcher appears, or false for no switcher. Default: `bottom-right`. */
  switcher?: (typeof corners)[number] | false
}

/** The parts of a Vite server that the plugin uses. These parts are the same in all versions of Vite that the plugin supports. */
type ViteServer = {
  middlewares: { use: (middleware: MockMiddleware) => unknown }
  printUrls: () => void
  resolvedUrls: { local: string[] } | null
  config: { logger: { info: (text: string) => void; warn: (text: string) => void } }
}

/** A Vite plugin, declared here so that the kit does not need Vite's types. */
export type PlantStorePlugin = {
  name: string
  apply: 'serve'
  configureServer: (server: ViteServer) => Promise<void>
  transformIndexHtml: () => { tag: 'script'; attrs: Record<string, string>; injectTo: 'body' }[]
  buildEnd: () => Promise<void>
}

const readSwitcher: Shape<unknown> = (value, at) => (value === false ? value : oneOf(corners)(value, at))

const CONSOLE = '/__admin/console/'

/**
 * Serves the mock at the origin of Vite's development server, with its console and a scenario switcher in the page. The plugin has no
 * effect in a production build. Throws a RangeError if an option is unknown or invalid.
 */
export function plantStore(options: PlantStorePluginOptions = {}): PlantStorePlugin {
  const { switcher = 'bottom-right', ...rest } = readOptions(options, {
    ...middlewareOptionShapes,
    switcher: readSwitcher,
  })
  let close = async (): Promise<void> => {}
  return {
    name: 'plant-store',
    apply: 'serve',
    async configureServer(server) {
      const created = createMiddleware({ watch: true, ...rest }, { envPrefix: 'VITE_' })
      const mock = await created.catch(({ message }: Error) => {
        // Vite prints the stack of an error, but users need only the message.
        throw Object.assign(new Error(message), { stack: `plant-store-kit: ${message}` })
      })
      close = mock.close
      server.middlewares.use(mock)
      const { logger } = server.config
      mock.on(
        createWarner((text) => logger.warn(text)),
        ['reload-failed', 'record-failed', 'request'],
      )
      const { printUrls } = server
      server.printUrls = () => {
        printUrls.call(server)
        const [local] = server.resolvedUrls?.local ?? []
        if (local) logger.info(`  ➜  Plant Store: ${new URL(CONSOLE, local).href}`)
      }
    },
    transformIndexHtml: () =>
      switcher === false
        ? []
        : [
            {
              tag: 'script',
              attrs: { type: 'module', src: `${CONSOLE}switcher/switcher.js?corner=${switcher}` },
              injectTo: 'body',
            },
          ],
    buildEnd: () => close(),
  }
}

/** The maximum number of kinds of warnings, because a service may send different messages every time. */
const MAX_KINDS = 100

/** Creates a listener that warns of invalid files, and at most once of each kind of violation or hint. */
function createWarner(warn: (text: string) => void): (event: MockEvent) => void {
  const known = new Set<string>()
  const isNew = (text: string): boolean => {
    // Warnings have the same kind if they differ only in numbers or in the value that the mock got.
    const kind = text.replace(/, got .*$/s, '').replaceAll(/\d+/g, '0')
    if (known.has(kind) || known.size === MAX_KINDS) return false
    known.add(kind)
    return true
  }
  return (event) => {
    if ('file' in event) {
      const line = 'line' in event ? `:${event.line}` : ''
      warn(`plant-store-kit: ${event.file}${line}: ${event.message}`)
    }
    if (event.type !== 'request') return
    const { method, url, hint, upstream } = event.entry
    const violations = (upstream?.violations ?? []).map(
      (each) => `the service violates the contract: ${each}`,
    )
    const notes = [...violations, ...(hint === undefined ? [] : [hint])].filter(isNew)
    if (notes.length > 0)
      warn(`plant-store-kit: ${method} ${url}: ${notes.join('; ')}`.replaceAll(/\p{Cc}/gu, ' '))
  }
}
