import type { Address } from './url.ts'

/** The address of a host at one port, whatever the name service says of it: curl's `--resolve`. */
export type Resolution = { host: string; port: number; address: string }

/** The address that the operator gives a host; undefined where the name service is to be asked. */
export function resolvedAddress(
  { hostname, port }: Pick<Address, 'hostname' | 'port'>,
  resolutions: readonly Resolution[],
): string | undefined {
  return resolutions.find((each) => each.host.toLowerCase() === hostname && each.port === port)?.address
}

/** As `--resolve` takes it, here and in curl. */
export function resolutionText({ host, port, address }: Resolution): string {
  return `${host}:${port}:${address.includes(':') ? `[${address}]` : address}`
}
