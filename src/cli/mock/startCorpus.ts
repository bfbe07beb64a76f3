import type { Command } from 'commander'
import { didYouMean } from '../../contract/suggest.ts'
import { formatResolution } from '../../judge/resolution.ts'
import { ListenError } from '../../mock/ListenError.ts'
import { wireFaults } from '../../mock/scenarios/override.ts'
import type { Mock } from '../../mock/startMock.ts'
import { UsageError } from '../errors.ts'

/** Serves an implementation of the corpus, and describes it on standard error. */
export async function startCorpus(
  kind: 'fault' | 'variation',
  id: string,
  port: number,
): Promise<Pick<Mock, 'url' | 'close'>> {
  const { serveImplementation, listImplementationIds } = await import('../../prove/serveImplementation.ts')
  try {
    const server = await serveImplementation(kind, id, port)
    if (!server) throw new UsageError(explainUnknownId(kind, id, listImplementationIds))
    const { baseUrl, resolve, token, title, check, close } = server
    const verdict = check === undefined ? 'it is valid' : `the check ${check} must report it`
    const resolution = resolve
      .map((address) => `; verify needs --resolve ${formatResolution(address)}`)
      .join('')
    process.stderr.write(`${id}: a server that ${title}; ${verdict}; its token is ${token}${resolution}\n`)
    return { url: baseUrl, close }
  } catch (error) {
    throw (error as NodeJS.ErrnoException).syscall === 'listen'
      ? new ListenError('127.0.0.1', port, error as Error)
      : error
  }
}

function explainUnknownId(
  kind: 'fault' | 'variation',
  id: string,
  list: (kind: 'fault' | 'variation') => string[],
): string {
  const other = kind === 'fault' ? 'variation' : 'fault'
  const ids = [...list(kind), ...(kind === 'fault' ? wireFaults : [])]
  const near = list(other).includes(id)
    ? `it is the id of a ${other}: --${other} ${id};`
    : didYouMean(id, ids, 3)
  return `expected the id of a ${kind}, got "${id}"; ${near}${near && ' '}docs/power.md lists them all`
}

/** Options that apply to a server of the corpus, or that do not configure a server. */
const CORPUS_FLAGS = new Set(['fault', 'variation', 'port', 'log', 'config'])

/**
 * Throws a UsageError for flags that a server of the corpus cannot apply. The settings of a configuration file are ignored
 * instead, unless the same file selects the server; the result is a note that lists them.
 */
export function checkCorpusFlags(command: Command, kind: 'fault' | 'variation'): string | undefined {
  const given = command.options.filter((option) => {
    const source = command.getOptionValueSource(option.attributeName())
    return !CORPUS_FLAGS.has(option.attributeName()) && source !== undefined && source !== 'default'
  })
  const isFromFile = (key: string): boolean => command.getOptionValueSource(key) === 'config'
  const rejected = given.filter((option) => isFromFile(kind) || !isFromFile(option.attributeName()))
  if (rejected.length > 0) {
    const names = rejected.map((option) => `--${option.name()}`).join(', ')
    throw new UsageError(`--${kind} starts a server that takes no other flag than --port: remove ${names}`)
  }
  if (given.length === 0) return undefined
  const keys = given.map((option) => `mock.${option.attributeName()}`).join(', ')
  return `the server of --${kind} ignores ${keys} of the configuration file`
}
