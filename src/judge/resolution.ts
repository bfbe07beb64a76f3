import type { Address } from './url.ts'

/** An address to use for a host and port in place of DNS, like curl's `--resolve`. */
export type Resolution = { host: string; port: number; address: string }

/** Finds the given address of a host; undefined to use DNS. */
export function findResolution(
  { hostname, port }: Pick<Address, 'hostname' | 'port'>,
  resolutions: readonly Resolution[],
): string | undefined {
  return resolutions.find(
    (resolution) => resolution.host.toLowerCase() === hostname && resolution.port === port,
  )?.address
}

/** Formats a resolution for `--resolve`, of the kit and of curl. */
export function formatResolution({ host, port, address }: Resolution): string {
  return `${host}:${port}:${address.includes(':') ? `[${address}]` : address}`
}
