import type { FetchMock } from '../mock/hosts/createMock.ts'
import { concatBytes, decodeBytes } from './bytes.ts'

type Mock = Pick<FetchMock, 'fetch'>

/** Finds the mock that answers requests to a URL. */
export type FindMock = (url: URL) => Mock | undefined

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

/** An XMLHttpRequest whose requests go to the mock that `find` returns, and to the network if there is none. */
export function createRequestClass(Native: typeof XMLHttpRequest, find: FindMock): typeof XMLHttpRequest {
  // Events are dispatched on the native object, which calls `onload` and the other handlers by itself.
  return class extends Native {
    #exchange: Exchange | undefined

    override open(
      method: string,
      url: string | URL,
      isAsync = true,
      user?: string | null,
      password?: string | null,
    ): void {
      this.#exchange?.aborted.abort()
      const target = new URL(url, document.baseURI)
      const mock = find(target)
      if (!mock) {
        this.#exchange = undefined
        super.open(method, url, isAsync, user, password)
        return
      }
      if (!isAsync)
        throw new DOMException('the mock does not answer synchronous requests', 'NotSupportedError')
      this.#exchange = {
        mock,
        method: method.toUpperCase(),
        url: target,
        headers: new Headers(),
        aborted: new AbortController(),
        isSent: false,
        readyState: Native.OPENED,
        response: undefined,
        bytes: new Uint8Array(0),
      }
      this.dispatchEvent(new Event('readystatechange'))
    }

    override setRequestHeader(name: string, value: string): void {
      if (this.#exchange) this.#exchange.headers.append(name, value)
      else super.setRequestHeader(name, value)
    }

    override send(body?: Document | XMLHttpRequestBodyInit | null): void {
      const exchange = this.#exchange
      if (!exchange) {
        super.send(body)
        return
      }
      if (exchange.isSent || exchange.readyState !== Native.OPENED)
        throw new DOMException('the request is not open, or was sent already', 'InvalidStateError')
      exchange.isSent = true
      if (this.timeout > 0)
        setTimeout(() => {
          if (exchange.readyState !== Native.DONE) this.#fail(exchange, 'timeout')
        }, this.timeout)
      this.#emit('loadstart', exchange)
      void this.#receive(exchange)
    }

    override abort(): void {
      const exchange = this.#exchange
      if (!exchange) {
        super.abort()
        return
      }
      if (exchange.isSent && exchange.readyState !== Native.DONE) this.#fail(exchange, 'abort')
      if (exchange.readyState === Native.DONE) exchange.readyState = Native.UNSENT
    }

    override getResponseHeader(name: string): string | null {
      if (!this.#exchange) return super.getResponseHeader(name)
      return this.#exchange.response?.headers.get(name) ?? null
    }

    override getAllResponseHeaders(): string {
      if (!this.#exchange) return super.getAllResponseHeaders()
      const headers = [...(this.#exchange.response?.headers ?? [])]
      return headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    }

    override get readyState(): number {
      return this.#exchange?.readyState ?? super.readyState
    }

    override get status(): number {
      return this.#exchange ? (this.#exchange.response?.status ?? 0) : super.status
    }

    override get statusText(): string {
      return this.#exchange ? (this.#exchange.response?.statusText ?? '') : super.statusText
    }

    override get responseURL(): string {
      if (!this.#exchange) return super.responseURL
      return this.#exchange.response ? this.#exchange.url.href : ''
    }

    override get responseText(): string {
      if (!this.#exchange) return super.responseText
      if (this.responseType !== '' && this.responseType !== 'text')
        throw new DOMException(`responseType is ${this.responseType}`, 'InvalidStateError')
      return new TextDecoder().decode(this.#exchange.bytes)
    }

    override get responseXML(): Document | null {
      return this.#exchange ? null : super.responseXML
    }

    override get response(): unknown {
      const exchange = this.#exchange
      if (!exchange) return super.response
      if (this.responseType === '' || this.responseType === 'text') return this.responseText
      if (exchange.readyState !== Native.DONE || !exchange.response) return null
      exchange.value ??= decodeBytes(exchange.bytes, this.responseType, exchange.response)
      return exchange.value
    }

    async #receive(exchange: Exchange): Promise<void> {
      const { mock, method, url, headers, aborted } = exchange
      try {
        // The mock reads no bodies.
        const response = await mock.fetch(new Request(url, { method, headers, signal: aborted.signal }))
        exchange.response = response
        this.#advance(exchange, Native.HEADERS_RECEIVED)
        for (const reader = response.body?.getReader(); ; ) {
          const { done, value } = (await reader?.read()) ?? { done: true }
          if (aborted.signal.aborted) return
          if (done || value === undefined) break
          exchange.bytes = concatBytes(exchange.bytes, value)
          this.#advance(exchange, Native.LOADING)
          this.#emit('progress', exchange)
        }
        this.#advance(exchange, Native.DONE)
        this.#emit('load', exchange)
        this.#emit('loadend', exchange)
      } catch {
        if (!aborted.signal.aborted) this.#fail(exchange, 'error')
      }
    }

    #advance(exchange: Exchange, state: number): void {
      exchange.readyState = state
      this.dispatchEvent(new Event('readystatechange'))
    }

    #fail(exchange: Exchange, event: 'abort' | 'error' | 'timeout'): void {
      exchange.aborted.abort()
      exchange.response = undefined
      exchange.bytes = new Uint8Array(0)
      this.#advance(exchange, Native.DONE)
      this.#emit(event, exchange)
      this.#emit('loadend', exchange)
    }

    #emit(type: string, { bytes, response }: Exchange): void {
      const total = Number(response?.headers.get('content-length') ?? 0)
      const loaded = bytes.byteLength
      this.dispatchEvent(new ProgressEvent(type, { lengthComputable: total > 0, loaded, total }))
    }
  }
}
