import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createTriggers } from './triggers.ts'

const never = new AbortController().signal

test('a change ends the run, and is the reason for the next one', async () => {
  const triggers = createTriggers(() => {})
  const changed = triggers.beginRun()
  expect(changed.aborted).toBe(false)
  triggers.fileChanged('a.ts')
  expect(changed.aborted).toBe(true)
  triggers.endRun()
  expect(await triggers.next(never)).toEqual({ kind: 'file', paths: ['a.ts'] })
})

test('changes that follow each other are one reason', async () => {
  const triggers = createTriggers(() => {})
  triggers.beginRun()
  triggers.endRun()
  const next = triggers.next(never)
  for (const path of ['a.ts', 'b.ts', 'a.ts']) {
    triggers.fileChanged(path)
    await pause(100)
  }
  expect(await next).toEqual({ kind: 'file', paths: ['a.ts', 'b.ts'] })
})

test('what happened before a run is no reason to test again', async () => {
  const triggers = createTriggers(() => {})
  triggers.serverReturned()
  triggers.beginRun()
  triggers.endRun()
  const stop = AbortSignal.timeout(300)
  expect(await triggers.next(stop)).toBeUndefined()
  triggers.serverReturned()
  expect(await triggers.next(never)).toEqual({ kind: 'server' })
})

test('a file that changes during each run no longer ends it, but counts again afterwards', async () => {
  const onNoise = vi.fn()
  const triggers = createTriggers(onNoise)
  const isEnded = [1, 2, 3, 4, 5].map(() => {
    const changed = triggers.beginRun()
    triggers.fileChanged('access.txt')
    triggers.endRun()
    return changed.aborted
  })
  expect(isEnded).toEqual([true, true, true, false, false])
  expect(onNoise.mock.calls).toEqual([['access.txt']])
  // What the server writes right after a run is not news.
  triggers.fileChanged('access.txt')
  expect(await triggers.next(AbortSignal.timeout(300))).toBeUndefined()
  await pause(1_000)
  triggers.fileChanged('access.txt')
  expect(await triggers.next(never)).toEqual({ kind: 'file', paths: ['access.txt'] })
})
