import { mismatch, type Shape } from '../../contract/input/shape.ts'
import { readOptions } from '../readOptions.ts'
import {
  createMiddlewareIn,
  type MiddlewareOptions,
  type MockMiddleware,
  middlewareOptionShapes,
} from './createMiddleware.ts'

const corners = ['bottom-right', 'bottom-left', 'top-right', 'top-left'] as const

/** Options of the plugin. */
export type PlantStorePluginOptions = MiddlewareOptions & {
  /** The corner of the page with the switcher, or false for no switcher. Default: `bottom-right`. */
  switcher?: (typeof corners)[number] | false
}

/** The parts of a Vite server that the plugin uses. They are the same in all versions that it supports. */
type ViteServer = {
  middlewares: { use: (middleware: MockMiddleware) => unknown }
  printUrls: () => void
  resolvedUrls: { local: string[] } | null
  config: { logger: { info: (text: string) => void; warn: (text: string) => void } }
}

/** A Vite plugin, described here so that the kit does not need Vite's types. */
export type PlantStorePlugin = {
  name: string
  apply: 'serve'
  configureServer: (server: ViteServer) => Promise<void>
  transformIndexHtml: () => { tag: 'script'; attrs: Record<string, string>; injectTo: 'body' }[]
  buildEnd: () => Promise<void>
}

const readSwitcher: Shape<unknown> = (value, pointer) => {
  if (value === false || corners.some((corner) => corner === value)) return value
  throw mismatch(pointer, `${corners.join(', ')} or false`, value)
}

const CONSOLE = '/__admin/console/'

/**
 * Serves the mock at the origin of Vite's development server, with its console and a scenario switcher in the page. It does nothing in a
 * production build. Throws a RangeError if an option is unknown or invalid.
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
      const mock = await createMiddlewareIn({ envPrefix: 'VITE_' }, { basePath: '*', watch: true, ...rest })
      close = mock.close
      server.middlewares.use(mock)
      const { logger } = server.config
      mock.on(
        (event) => {
          if (event.type === 'reload-failed')
            logger.warn(`plant-store: ${event.file}${event.line ? `:${event.line}` : ''}: ${event.message}`)
        },
        ['reload-failed'],
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
