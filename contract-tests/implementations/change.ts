import { type Answer, type Ask, error } from './answer.ts'
import type { Difference, Memory } from './implementation.ts'
import { responseBytes } from './startImplementation.ts'
import { always, type When } from './when.ts'

type Plant = { name: string; tag?: string }

/** Changes the body of every 200, as a value. */
export function changePlants(
  change: (plants: Plant[], ask: Ask) => unknown,
  when: When = always,
): Difference {
  return changeAnswers(
    (answer, ask) => ({ ...answer, body: JSON.stringify(change(JSON.parse(String(answer.body)), ask)) }),
    (ask, memory, answer) => answer.status === 200 && when(ask, memory),
  )
}

/** Changes the plant at one index of every 200. A negative index counts from the end. */
export function changePlant(change: (plant: Plant) => unknown, index = 0, when: When = always): Difference {
  return changePlants((plants) => {
    const chosen = index < 0 ? plants.length + index : index
    return plants.map((plant, at) => (at === chosen ? change(plant) : plant))
  }, when)
}

/** Changes the body of every 400, as a value. */
export function changeError(
  change: (error: { error: number; message: string }) => unknown,
  when: When = always,
): Difference {
  return changeErrorText((text) => JSON.stringify(change(JSON.parse(text))), when)
}

/** Changes the text of the body of every 200. */
export function changePlantsText(change: (text: string) => string | Buffer, when: When = always): Difference {
  return changeText(200, change, when)
}

/** Changes the text of the body of every 400. */
export function changeErrorText(change: (text: string) => string | Buffer, when: When = always): Difference {
  return changeText(400, change, when)
}

/** Sends this body in every 400. */
export function setErrorText(text: string, when: When = always): Difference {
  return changeErrorText(() => text, when)
}

/** Sets headers of every answer with one of the statuses. Undefined removes a header. */
export function setHeaders(
  change: Record<string, string | undefined>,
  statuses: readonly number[] = [200, 400],
  when: When = always,
): Difference {
  return changeAnswers(
    (answer) => {
      const all = Object.entries({ ...answer.headers, ...change })
      const kept = all.filter((entry): entry is [string, string] => entry[1] !== undefined)
      return { ...answer, headers: Object.fromEntries(kept) }
    },
    (ask, memory, answer) => statuses.includes(answer.status) && when(ask, memory),
  )
}

/** Replaces every 200. */
export function replacePlants(answer: (ask: Ask) => Answer, when: When = always): Difference {
  return changeAnswers(
    (_correct, ask) => answer(ask),
    (ask, memory, correct) => correct.status === 200 && when(ask, memory),
  )
}

/** Replaces every 200 with this status and an Error. */
export function refusePlants(status: number, when: When = always, message = 'not now'): Difference {
  return replacePlants(() => error(status, message), when)
}

/** Changes every answer for which the condition holds. */
export function changeAnswers(
  change: (answer: Answer, ask: Ask, memory: Memory) => Answer,
  when: (ask: Ask, memory: Memory, answer: Answer) => boolean,
): Difference {
  return {
    answer: (ask, correct, memory) => (when(ask, memory, correct) ? change(correct, ask, memory) : correct),
  }
}

/** A condition of `changeAnswers`: the answer is a 200. */
export function isPlants(_ask: Ask, _memory: Memory, { status }: Answer): boolean {
  return status === 200
}

/** Changes the bytes of every 200 to a GET: its head, including the empty line, and its body. */
export function changePlantsBytes(
  change: (head: string, body: string, ask: Ask) => string | undefined,
  when: When = always,
): Difference {
  return {
    bytes: (ask, answer, memory) => {
      const usual = responseBytes(ask, answer)
      if (answer.status !== 200 || ask.method !== 'GET' || !when(ask, memory)) return usual
      // Latin-1 keeps every byte as it is.
      const text = usual.toString('latin1')
      const at = text.indexOf('\r\n\r\n') + 4
      const changed = change(text.slice(0, at), text.slice(at), ask)
      return changed === undefined ? undefined : Buffer.from(changed, 'latin1')
    },
  }
}

function changeText(status: number, change: (text: string) => string | Buffer, when: When): Difference {
  return changeAnswers(
    (answer) => ({ ...answer, body: change(String(answer.body)) }),
    (ask, memory, answer) => answer.status === status && when(ask, memory),
  )
}
