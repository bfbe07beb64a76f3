import type { WireFault } from '../../mock/scenarios/override.ts'
import { callControl } from '../control.ts'
import type { Entry } from '../types.ts'
import { buildRequestUrl, type FormRequest } from './formRequest.ts'

/** The browser may fail before the mock has logged the request. */
const RETRY_MS = 150

/**
 * Looks up in the journal which fault the mock applied to the request just sent. The form does not know: the settings
 * or the scenario may have caused it.
 */
export async function findFault(request: FormRequest): Promise<WireFault | undefined> {
  const { pathname, search } = new URL(buildRequestUrl(request))
  const findInJournal = async (): Promise<WireFault | undefined> => {
    const { requests } = await callControl<{ requests: Entry[] }>('GET', '/requests?limit=20')
    return requests.find(({ url }) => url === pathname + search)?.fault
  }
  try {
    return (
      (await findInJournal()) ??
      (await new Promise((resolve) => setTimeout(resolve, RETRY_MS)).then(findInJournal))
    )
  } catch {
    return undefined
  }
}
