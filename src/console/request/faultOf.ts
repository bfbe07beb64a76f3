import { control } from '../control.ts'
import type { Entry } from '../types.ts'
import { type Asked, addressOf } from './asked.ts'

const PAUSE = 150

/** The fault that befell the request just sent: the journal knows, whatever asked for it. */
export async function faultOf(asked: Asked): Promise<string | undefined> {
  const { pathname, search } = new URL(addressOf(asked))
  const known = async (): Promise<string | undefined> => {
    const { requests } = await control<{ requests: Entry[] }>('GET', '/requests?limit=20')
    return requests.find(({ url }) => url === pathname + search)?.fault ?? undefined
  }
  try {
    return (await known()) ?? (await new Promise((resolve) => setTimeout(resolve, PAUSE)).then(known))
  } catch {
    return undefined
  }
}
