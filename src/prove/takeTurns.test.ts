import { setImmediate as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readContract } from '../contract/readContract.ts'
import type { EngineOutcome } from '../judge/engine.ts'
import type { StartEngine } from '../record/engine.ts'
import { takeTurns } from './takeTurns.ts'

test('engines test a server one after another', async () => {
  const log: string[] = []
  const engine = (name: EngineOutcome['name']): StartEngine => {
    return () => ({
      async judge() {
        log.push(`${name} begins`)
        await pause()
        log.push(`${name} ends`)
        return {
          name,
          version: '1',
          status: 'completed',
          durationMs: 1,
          detail: '',
          exchanges: [],
          claims: [],
        }
      },
      stop: async () => void log.push(`${name} is stopped`),
    })
  }
  const { prism, dredd, probes } = takeTurns({
    probes: 'probes',
    prism: engine('prism'),
    dredd: engine('dredd'),
  })
  expect(probes).toBe('probes')
  if (typeof prism !== 'function' || typeof dredd !== 'function') throw new Error('no engines')
  const options = { contract: readContract(), timeout: 1_000 }
  const [first, second] = [prism(options), dredd(options)]
  const target = { url: '', forward: () => Promise.reject(new Error('unused')) }
  await first.stop()
  const outcomes = await Promise.all([first, second].map((running) => running.judge([], target)))
  await Promise.all([first.stop(), second.stop()])
  expect(outcomes.map(({ name }) => name)).toEqual(['prism', 'dredd'])
  expect(log).toEqual([
    'prism begins',
    'prism ends',
    'dredd begins',
    'dredd ends',
    'prism is stopped',
    'dredd is stopped',
  ])
})
