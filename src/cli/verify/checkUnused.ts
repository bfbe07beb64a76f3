import type { VerifyOptions } from '../../judge/verifyOptions.ts'
import type { FlagsOf } from '../config/flag.ts'
import { UsageError } from '../errors.ts'
import type { verifyFlags } from '../flags/verifyFlags.ts'

/** Where the server of --start will be, and how a run asks for it. */
export type StartPlace = Pick<
  VerifyOptions,
  'contract' | 'token' | 'proxy' | 'unixSocket' | 'cacert' | 'cert' | 'key' | 'insecure'
> &
  Pick<FlagsOf<typeof verifyFlags>, 'header' | 'resolve' | 'timeout'> & { baseUrl: string }

/** Throws a UsageError if something answers where --start is about to start a server, because the run would test that instead. */
export async function checkUnused(
  { baseUrl, header, ...options }: StartPlace,
  stop: AbortSignal,
): Promise<void> {
  const { findServer } = await import('../../verify.ts')
  const found = await findServer(baseUrl, { ...options, headers: header }, stop)
  if (found === undefined) return
  const { url, status } = found
  const what = status === undefined ? `something listens at ${url}` : `${url} was answered with ${status}`
  throw new UsageError(
    `--start: ${what} before the server was started, so the run would not test your server. Stop what answers there, or use a free port: put {port} in place of the port, in --start and in the base URL`,
  )
}
