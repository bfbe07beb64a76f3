import type { ServerResponse } from 'node:http'
import { Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createCore } from '../core.ts'
import { readBuiltIn } from '../fixtures/readBuiltIn.testing.ts'
import { sendEvents } from './serveControl.ts'

test('disconnects a client that does not read its events before they fill the memory', async () => {
  const core = createCore(await readBuiltIn())
  const unread = Object.assign(new Writable({ write: () => {} }), { writeHead: () => {} })
  sendEvents(core, [], { status: 'healthy' }, unread as unknown as ServerResponse)
  const target = `/nowhere?${'x'.repeat(10_000)}`
  for (let index = 0; index < 20; index++) core.answer({ method: 'GET', target, headers: {} })
  await setImmediate()
  expect(unread.destroyed).toBe(false)
  for (let index = 0; index < 20; index++) core.answer({ method: 'GET', target, headers: {} })
  await setImmediate()
  expect(unread.destroyed).toBe(true)
  core.answer({ method: 'GET', target, headers: {} })
  await setImmediate()
})
