import { readContract } from '../../contract/readContract.ts'
import { type CoreOptions, createCore } from '../core.ts'
import { readBuiltIn } from '../fixtures/readBuiltIn.testing.ts'
import type { Settings } from './state.ts'

export const contract = readContract()
export const data = await readBuiltIn()

/** A mock with its own clock, and functions that send requests to it. */
export function createTestCore(settings: Partial<Settings> = {}, options: CoreOptions = {}) {
  const clock = { now: 1_000_000 }
  const core = createCore(data, { settings, now: () => clock.now, ...options })
  const ask = (target = '/plants', headers: Record<string, string> = {}, token = 'token-alice') => {
    const reply = core.answer({
      method: 'GET',
      target,
      headers: { ...(token !== '' && { authorization: `Bearer ${token}` }), ...headers },
    })
    const fields: Record<string, string> = {}
    for (let index = 0; index < reply.headers.length; index += 2)
      fields[(reply.headers[index] as string).toLowerCase()] = reply.headers[index + 1] as string
    const { status, delay, fault, body } = reply
    return { status, delay, fault, fields, json: JSON.parse(new TextDecoder().decode(body)) }
  }
  const prefer = (text: string, token?: string) => ask('/plants', { prefer: text }, token)
  return { core, clock, ask, prefer }
}
