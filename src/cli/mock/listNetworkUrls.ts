import { networkInterfaces } from 'node:os'

/** The URLs at which other devices, such as phones, reach a server that listens on all addresses. None if it listens on one. */
export function listNetworkUrls(url: string, host: string): string[] {
  if (host !== '0.0.0.0' && host !== '::') return []
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => {
      const own = new URL(url)
      own.hostname = address
      return own.href.replace(/\/$/, '')
    })
}
