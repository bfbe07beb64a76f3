import type { Plant } from 'plant-store-kit/types'
import { useEffect, useState } from 'react'
import { requestPlants } from './requestPlants.ts'

/** The state of the page. If `plants` and `problem` are undefined, the page is loading. */
type State = { limit: string; attempt: number; plants?: Plant[]; problem?: string }

export function Plants({ token }: { token: string }) {
  const [{ limit, attempt, plants, problem }, setState] = useState<State>({ limit: '', attempt: 0 })

  useEffect(() => {
    // When the user chooses another number, abort the request, so that a slow response cannot replace a later response.
    const controller = new AbortController()
    const { signal } = controller
    const finish = (result: Pick<State, 'plants' | 'problem'>): void => {
      if (!signal.aborted) setState((before) => ({ ...before, ...result }))
    }
    requestPlants({ token, limit: limit === '' ? undefined : Number(limit), signal }).then(
      (list) => finish({ plants: list }),
      ({ message }: Error) => finish({ problem: message }),
    )
    return () => controller.abort()
  }, [token, limit, attempt])

  return (
    <>
      <select
        aria-label="Number of plants"
        value={limit}
        onChange={({ target }) => setState({ limit: target.value, attempt: 0 })}
      >
        <option value="">all</option>
        <option>5</option>
      </select>
      <p role="status">{problem === undefined ? describe(plants) : `Sorry: ${problem}`}</p>
      {problem !== undefined && (
        <button type="button" onClick={() => setState({ limit, attempt: attempt + 1 })}>
          Try again
        </button>
      )}
      <ul>
        {plants?.map(({ name }, index) => (
          <li key={index}>{name}</li>
        ))}
      </ul>
    </>
  )
}

function describe(plants: Plant[] | undefined): string {
  if (plants === undefined) return 'Loading…'
  return plants.length === 0 ? 'No plants yet' : `${plants.length} plants`
}
