import { createRequestClass, type FindMock } from './createRequestClass.ts'

const KEY = Symbol.for('plant-store-kit.intercept')

/** Shared by all copies of this module in a page. */
type Interception = { find: FindMock }

/**
 * Replaces `fetch` and `XMLHttpRequest` of the page, once. Clients may keep them when they are created, so this runs before they
 * load, and the mocks change later.
 */
export function intercept(): Interception {
  const scope: typeof globalThis & { [KEY]?: Interception } = globalThis
  scope[KEY] ??= install()
  return scope[KEY]
}

function install(): Interception {
  const interception: Interception = { find: () => undefined }
  const find: FindMock = (url) => interception.find(url)
  const usual = globalThis.fetch
  globalThis.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : input
    const base = globalThis.document?.baseURI
    const mock = URL.canParse(url, base) ? find(new URL(url, base)) : undefined
    return mock ? mock.fetch(input, init) : usual.call(globalThis, input, init)
  }
  // Absent in Node.js, where component tests run.
  if ('XMLHttpRequest' in globalThis)
    globalThis.XMLHttpRequest = createRequestClass(globalThis.XMLHttpRequest, find)
  return interception
}
