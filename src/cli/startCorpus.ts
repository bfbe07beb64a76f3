import { resolutionText } from '../harness/resolution.ts'
import type { Mock } from '../server/startMock.ts'
import { UsageError } from './UsageError.ts'

/** Serves an implementation of the corpus, and says on standard error what it does. */
export async function startCorpus(
  kind: 'fault' | 'variation',
  id: string,
  port: number,
): Promise<Pick<Mock, 'url' | 'close'>> {
  const corpus = await import('../../contract-tests/implementations/index.ts')
  const { startImplementation } = await import('../../contract-tests/implementations/startImplementation.ts')
  const known = kind === 'fault' ? corpus.faults : corpus.variations
  const chosen = known.find((each) => each.id === id)
  if (!chosen) throw new UsageError(`expected one of the ids in docs/power.md, got "${id}"`)
  try {
    const { baseUrl, resolve, token, close } = await startImplementation(chosen.difference, port)
    const watched = 'check' in chosen ? `, which ${chosen.check} must see` : ', which is valid'
    const found = resolve.map((each) => `; verify finds it with --resolve ${resolutionText(each)}`).join('')
    process.stderr.write(
      `${chosen.id}: a server that ${chosen.title}${watched}; its token is ${token}${found}\n`,
    )
    return { url: baseUrl, close }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE' || code === 'EACCES')
      throw new UsageError(
        `port ${port} cannot be had (${code}); choose another one, or --port 0 for any free one`,
      )
    throw error
  }
}
