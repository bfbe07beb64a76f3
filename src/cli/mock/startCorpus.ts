import { resolutionText } from '../../harness/http/resolution.ts'
import { ListenError } from '../../mock/ListenError.ts'
import { wireFaults } from '../../mock/scenarios/effects.ts'
import type { Mock } from '../../mock/startMock.ts'
import { didYouMean } from '../didYouMean.ts'
import { UsageError } from '../UsageError.ts'

/** Serves an implementation of the corpus, and says on standard error what it does. */
export async function startCorpus(
  kind: 'fault' | 'variation',
  id: string,
  port: number,
): Promise<Pick<Mock, 'url' | 'close'>> {
  const corpus = await import('../../../contract-tests/implementations/index.ts')
  const { startImplementation } = await import(
    '../../../contract-tests/implementations/startImplementation.ts'
  )
  const known = kind === 'fault' ? corpus.faultyServers : corpus.variations
  const chosen = known.find((each) => each.id === id)
  if (!chosen) {
    const ids = [...known.map((each) => each.id), ...(kind === 'fault' ? wireFaults : [])]
    const others = kind === 'fault' ? corpus.variations : corpus.faultyServers
    const other = kind === 'fault' ? 'variation' : 'fault'
    const near = others.some((each) => each.id === id)
      ? `it is the id of a ${other}: --${other} ${id}; `
      : didYouMean(id, ids)
    throw new UsageError(`expected the id of a ${kind}, got "${id}"; ${near}plant-store prove lists them all`)
  }
  try {
    const { baseUrl, resolve, token, close } = await startImplementation(chosen.difference, port)
    const watched = 'check' in chosen ? `, which ${chosen.check} must see` : ', which is valid'
    const found = resolve.map((each) => `; verify finds it with --resolve ${resolutionText(each)}`).join('')
    process.stderr.write(
      `${chosen.id}: a server that ${chosen.title}${watched}; its token is ${token}${found}\n`,
    )
    return { url: baseUrl, close }
  } catch (error) {
    throw (error as NodeJS.ErrnoException).syscall === 'listen'
      ? new ListenError('127.0.0.1', port, error as Error)
      : error
  }
}
