import { isNamed } from '../contract/words.ts'

/** The mock could not listen on its host and port. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
  /** Node's error code: `EADDRINUSE`, `EACCES`, `EADDRNOTAVAIL`, `ENOTFOUND`, … */
  readonly code: string

  constructor(host: string, port: number, cause: Error & { code?: string }) {
    const code = cause.code ?? 'unknown'
    super(describe(host, port, code), { cause })
    this.code = code
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return isNamed(value, 'ListenError')
  }
}

function describe(host: string, port: number, code: string): string {
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} of ${host} is already in use; choose another port, or 0 for any free port`
    case 'EACCES':
      return `no permission to listen on port ${port} of ${host}; choose a port above 1023, or 0 for any free port`
    case 'EADDRNOTAVAIL':
      return `${host} is not an address of this machine; use one that is, such as 127.0.0.1`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `cannot resolve the host ${host}; use an address of this machine, such as 127.0.0.1`
    default:
      return `cannot listen on port ${port} of ${host}: ${code}`
  }
}
