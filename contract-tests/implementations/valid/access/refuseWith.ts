import type { Answer, Ask } from '../../answer.ts'
import { changeAnswers } from '../../change.ts'
import type { Difference } from '../../implementation.ts'

/** Replaces every 401. */
export function refuseWith(refusal: (ask: Ask, usual: Answer) => Answer): Difference {
  return changeAnswers(
    (answer, ask) => refusal(ask, answer),
    (_ask, _memory, { status }) => status === 401,
  )
}
