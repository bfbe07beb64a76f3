import { mismatch, type Shape } from '../../contract/shape.ts'
import { createRequestNote, type MockEvent } from '../mockEvent.ts'
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
  const { switcher = 'bottom-right', ...rest } = readPluginOptions(options)
  let close = async (): Promise<void> => {}
  return {
    name: 'plant-store',
    apply: 'serve',
    async configureServer(server) {
      const options = { watch: true, ...rest }
      const mock = await createMiddlewareIn({ envPrefix: 'VITE_' }, options).catch(throwMessage)
      close = mock.close
      server.middlewares.use(mock)
      const { logger } = server.config
      const describe = createEventNote()
      mock.on(
        (event) => {
          const note = describe(event)
          if (note !== undefined) logger.warn(`plant-store-kit: ${note}`)
        },
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

function readPluginOptions(options: PlantStorePluginOptions): PlantStorePluginOptions {
  try {
    return readOptions(options, { ...middlewareOptionShapes, switcher: readSwitcher })
  } catch (error) {
    throwMessage(error)
  }
}

/** Vite prints all of an error. For a mistake in a file or an option, only the message is of use. */
function throwMessage(error: unknown): never {
  // Those are defects of the kit.
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof ReferenceError) throw error
  const { message } = error
  const ErrorType = error instanceof RangeError ? RangeError : Error
  throw Object.assign(new ErrorType(message), { stack: `plant-store-kit: ${message}` })
}

/** Creates a function that describes the events that the terminal shows. */
function createEventNote(): (event: MockEvent) => string | undefined {
  const describeRequest = createRequestNote()
  return (event) => {
    if (event.type === 'request') return describeRequest(event.entry)
    if (event.type === 'record-failed') return `${event.file}: ${event.message}`
    if (event.type !== 'reload-failed') return undefined
    return `${event.file}${event.line ? `:${event.line}` : ''}: ${event.message}`
  }
}
