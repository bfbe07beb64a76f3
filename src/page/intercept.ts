import type { FetchMock } from '../mock/hosts/createMock.ts'

type Mock = Pick<FetchMock, 'fetch'>

/** Finds the mock that answers requests to a URL. */
type FindMock = (url: URL) => Mock | undefined

/** Shared by all copies of this module in a page. */
type Interception = { find: FindMock }

const KEY = Symbol.for('plant-store-kit.intercept')

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

/** A request that a mock answers. */
type Exchange = {
  mock: Mock
  method: string
  url: URL
  headers: Headers
  aborted: AbortController
  isSent: boolean
  readyState: number
  response: Response | undefined
  bytes: Uint8Array<ArrayBuffer>
  /** Made of the bytes when it is first read, so that each read returns the same object. */
  value?: unknown
}

const exchanges = new WeakMap<XMLHttpRequest, Exchange>()

/** An XMLHttpRequest whose requests go to the mock that `find` returns, and to the network if there is none. */
function createRequestClass(Native: typeof XMLHttpRequest, find: FindMock): typeof XMLHttpRequest {
  class MockedRequest extends Native {
    override open(
      method: string,
      url: string | URL,
      isAsync = true,
      ...credentials: (string | null)[]
    ): void {
      exchanges.get(this)?.aborted.abort()
      const target = new URL(url, document.baseURI)
      const mock = find(target)
      if (!mock) {
        exchanges.delete(this)
        super.open(method, url, isAsync, ...credentials)
        return
      }
      if (!isAsync)
        throw new DOMException('the mock does not answer synchronous requests', 'NotSupportedError')
      exchanges.set(this, {
        mock,
        method: method.toUpperCase(),
        url: target,
        headers: new Headers(),
        aborted: new AbortController(),
        isSent: false,
        readyState: Native.OPENED,
        response: undefined,
        bytes: new Uint8Array(0),
      })
      this.dispatchEvent(new Event('readystatechange'))
    }

    override setRequestHeader(name: string, value: string): void {
      const exchange = exchanges.get(this)
      if (exchange) exchange.headers.append(name, value)
      else super.setRequestHeader(name, value)
    }

    override send(body?: Document | XMLHttpRequestBodyInit | null): void {
      const exchange = exchanges.get(this)
      if (!exchange) {
        super.send(body)
        return
      }
      if (exchange.isSent || exchange.readyState !== Native.OPENED)
        throw new DOMException('the request is not open, or was sent already', 'InvalidStateError')
      exchange.isSent = true
      if (this.timeout > 0) setTimeout(() => fail(this, exchange, 'timeout'), this.timeout)
      emit(this, exchange, 'loadstart')
      void receive(this, exchange)
    }

    override abort(): void {
      const exchange = exchanges.get(this)
      if (!exchange) super.abort()
      else if (exchange.isSent) fail(this, exchange, 'abort')
      if (exchange?.readyState === Native.DONE) exchange.readyState = Native.UNSENT
    }

    override getResponseHeader(name: string): string | null {
      const exchange = exchanges.get(this)
      return exchange ? (exchange.response?.headers.get(name) ?? null) : super.getResponseHeader(name)
    }

    override getAllResponseHeaders(): string {
      const exchange = exchanges.get(this)
      if (!exchange) return super.getAllResponseHeaders()
      return [...(exchange.response?.headers ?? [])].map(([name, value]) => `${name}: ${value}\r\n`).join('')
    }
  }
  for (const [name, read] of Object.entries(members))
    Object.defineProperty(MockedRequest.prototype, name, {
      get(this: XMLHttpRequest): unknown {
        const exchange = exchanges.get(this)
        return exchange ? read(exchange, this.responseType) : Reflect.get(Native.prototype, name, this)
      },
    })
  return MockedRequest
}

/** What the members of a request say whose response comes from a mock. */
const members: Readonly<Record<string, (exchange: Exchange, type: XMLHttpRequestResponseType) => unknown>> = {
  readyState: ({ readyState }) => readyState,
  status: ({ response }) => response?.status ?? 0,
  statusText: ({ response }) => response?.statusText ?? '',
  responseURL: ({ response, url }) => (response ? url.href : ''),
  responseXML: () => null,
  responseText({ bytes }, type) {
    if (type === '' || type === 'text') return new TextDecoder().decode(bytes)
    throw new DOMException(`responseType is ${type}`, 'InvalidStateError')
  },
  response(exchange, type) {
    const { bytes, readyState, response } = exchange
    if (type === '' || type === 'text') return new TextDecoder().decode(bytes)
    if (readyState !== XMLHttpRequest.DONE || !response) return null
    exchange.value ??= decode(bytes, type, response)
    return exchange.value
  },
}

function decode(bytes: Uint8Array<ArrayBuffer>, type: string, { headers }: Response): unknown {
  if (type === 'arraybuffer') return bytes.buffer
  if (type === 'blob') return new Blob([bytes], { type: headers.get('content-type') ?? '' })
  try {
    return type === 'json' ? JSON.parse(new TextDecoder().decode(bytes)) : null
  } catch {
    // As browsers do for a body that is not JSON.
    return null
  }
}

async function receive(request: XMLHttpRequest, exchange: Exchange): Promise<void> {
  const { mock, method, url, headers, aborted } = exchange
  try {
    // The mock reads no bodies.
    const response = await mock.fetch(new Request(url, { method, headers, signal: aborted.signal }))
    exchange.response = response
    advance(request, exchange, XMLHttpRequest.HEADERS_RECEIVED)
    // Not all browsers can iterate a stream.
    for (const reader = response.body?.getReader(); ; ) {
      const { done, value } = (await reader?.read()) ?? { done: true }
      if (aborted.signal.aborted) return
      if (done || value === undefined) break
      const { bytes } = exchange
      exchange.bytes = new Uint8Array(bytes.byteLength + value.byteLength)
      exchange.bytes.set(bytes)
      exchange.bytes.set(value, bytes.byteLength)
      advance(request, exchange, XMLHttpRequest.LOADING)
      emit(request, exchange, 'progress')
    }
    advance(request, exchange, XMLHttpRequest.DONE)
    emit(request, exchange, 'load')
    emit(request, exchange, 'loadend')
  } catch {
    fail(request, exchange, 'error')
  }
}

function fail(request: XMLHttpRequest, exchange: Exchange, event: 'abort' | 'error' | 'timeout'): void {
  if (exchange.aborted.signal.aborted || exchange.readyState === XMLHttpRequest.DONE) return
  exchange.aborted.abort()
  exchange.response = undefined
  exchange.bytes = new Uint8Array(0)
  advance(request, exchange, XMLHttpRequest.DONE)
  emit(request, exchange, event)
  emit(request, exchange, 'loadend')
}

function advance(request: XMLHttpRequest, exchange: Exchange, state: number): void {
  exchange.readyState = state
  request.dispatchEvent(new Event('readystatechange'))
}

function emit(request: XMLHttpRequest, { bytes, response }: Exchange, type: string): void {
  const total = Number(response?.headers.get('content-length') ?? 0)
  request.dispatchEvent(
    new ProgressEvent(type, { lengthComputable: total > 0, loaded: bytes.byteLength, total }),
  )
}
