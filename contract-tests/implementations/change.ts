import type { Answer, Ask } from './answer.ts'
import type { Difference, Memory } from './implementation.ts'
import { responseBytes } from './startImplementation.ts'
import { always, type When } from './when.ts'

type Plant = { name: string; tag?: string }

/** Changes the whole body of every 200, as a value. */
export function plantsBody(change: (plants: Plant[], ask: Ask) => unknown, when: When = always): Difference {
  return answers(
    (answer, ask) => ({ ...answer, body: JSON.stringify(change(JSON.parse(String(answer.body)), ask)) }),
    (ask, memory, answer) => answer.status === 200 && when(ask, memory),
  )
}

/** Changes the plant at one place, the first by default and the last by -1, in every 200 that has it. */
export function plantAt(change: (plant: Plant) => unknown, index = 0, when: When = always): Difference {
  return plantsBody((plants) => {
    const chosen = index < 0 ? plants.length + index : index
    return plants.map((plant, at) => (at === chosen ? change(plant) : plant))
  }, when)
}

/** Changes the whole body of every 400, as a value. */
export function errorBody(
  change: (error: { error: number; message: string }) => unknown,
  when: When = always,
): Difference {
  return answers(
    (answer) => ({ ...answer, body: JSON.stringify(change(JSON.parse(String(answer.body)))) }),
    (ask, memory, answer) => answer.status === 400 && when(ask, memory),
  )
}

/** Changes the text of the body of every 200. */
export function plantsText(change: (text: string) => string | Buffer, when: When = always): Difference {
  return bodyText(200, change, when)
}

/** Changes the text of the body of every 400. */
export function errorText(change: (text: string) => string | Buffer, when: When = always): Difference {
  return bodyText(400, change, when)
}

/** Adds header fields to every 200 and 400, or replaces them; undefined takes one away. */
export function fields(
  change: Record<string, string | undefined>,
  statuses: readonly number[] = [200, 400],
  when: When = always,
): Difference {
  return answers(
    (answer) => {
      const given = Object.entries({ ...answer.headers, ...change })
      const kept = given.filter((entry): entry is [string, string] => entry[1] !== undefined)
      return { ...answer, headers: Object.fromEntries(kept) }
    },
    (ask, memory, answer) => statuses.includes(answer.status) && when(ask, memory),
  )
}

/** Answers in place of every 200. */
export function insteadOfPlants(answer: (ask: Ask) => Answer, when: When = always): Difference {
  return answers(
    (_correct, ask) => answer(ask),
    (ask, memory, correct) => correct.status === 200 && when(ask, memory),
  )
}

/** Answers differently whenever the condition holds. */
export function answers(
  change: (answer: Answer, ask: Ask, memory: Memory) => Answer,
  when: (ask: Ask, memory: Memory, answer: Answer) => boolean,
): Difference {
  return {
    answer: (ask, correct, memory) => (when(ask, memory, correct) ? change(correct, ask, memory) : correct),
  }
}

/** Changes the bytes of every 200 to a GET: its head, up to and with the empty line, and its body. */
export function onTheWire(
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

function bodyText(status: number, change: (text: string) => string | Buffer, when: When): Difference {
  return answers(
    (answer) => ({ ...answer, body: change(String(answer.body)) }),
    (ask, memory, answer) => answer.status === status && when(ask, memory),
  )
}
