import { changeResponses } from '../../change.ts'
import type { Difference } from '../../implementation.ts'

/** Redirects every authorised request for which the function returns a location. */
export function redirect(locate: (path: string, query: string) => string | undefined): Difference {
  return changeResponses(
    (response, { path, query }) => {
      const location = locate(path, query)
      return location === undefined ? response : { status: 302, headers: { Location: location }, body: '' }
    },
    ({ user }) => user !== undefined,
  )
}
