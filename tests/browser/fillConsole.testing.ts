import { setTimeout as sleep } from 'node:timers/promises'
import type { Mock } from '../../src/mock/startMock.ts'

/** Sends a mock an application's requests, with several scenarios, errors and broken connections. */
export async function fillConsole({ url, scenario }: Mock): Promise<void> {
  const send = async (path: string, { user = 'alice', ...headers }: Record<string, string> = {}) => {
    try {
      const response = await fetch(`${url}${path}`, {
        headers: { Authorization: `Bearer token-${user}`, ...headers },
      })
      await response.arrayBuffer()
    } catch {
      // The mock broke the connection on purpose, which the journal shows.
    }
    await sleep(15)
  }
  await send('/plants')
  await send('/plants?limit=5')
  await send('/plants?limit=2', { user: 'bob' })
  await send('/plants', { user: 'empty' })
  await send('/plant')
  await send('/plants', { user: 'mallory' })
  await send('/plants?limit=ten')
  await send('/plants', { Prefer: 'delay=240' })
  scenario('flaky')
  for (let count = 0; count < 7; count++) await send('/plants?limit=10')
  await send('/plants', { Prefer: 'scenario=many' })
  scenario('empty', { session: 'worker-1' })
  await send('/plants', { 'X-Plant-Store-Session': 'worker-1' })
  await send('/plants', { Prefer: 'fault=CONNECTION_RESET_BY_PEER' })
  scenario('flaky')
  await send('/plants?limit=20', { Prefer: 'fault=TRUNCATED_BODY', 'X-Plant-Store-Session': 'worker-2' })
  for (let count = 0; count < 3; count++) await send('/plants?limit=20')
}
