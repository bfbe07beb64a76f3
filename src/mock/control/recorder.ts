import { createRequestEvent, type Events } from '../mockEvent.ts'
import type { Reply, RequestRecord, ResponseRecord } from '../records.ts'
import type { ScenarioResponse } from '../scenarios/respond.ts'
import type { UpstreamExchange } from '../upstream/upstream.ts'
import type { Journal } from './journal.ts'

/** What the mock decided about a request, and the complete response. */
export type Decided = { decision: ScenarioResponse; response: ResponseRecord }

/** Creates a function that adds a request to the journal, announces it, and returns what its host sends. `at`: when it was received. */
export function createRecorder(journal: Journal, { emit, hasListeners }: Events) {
  return (
    request: RequestRecord,
    at: number,
    { decision, response }: Decided,
    upstream?: UpstreamExchange,
  ): Reply => {
    const { user, session, scenario, applied, delay, dribble, fault, giveBack } = decision
    const record = { at, request, user, response, session, scenario, applied, delay, fault, upstream }
    const id = journal.add(record, giveBack)
    if (hasListeners('request')) emit(createRequestEvent(id, record))
    const { status, headers, body } = response
    return { id, status, headers, body, delay, dribble, fault }
  }
}
