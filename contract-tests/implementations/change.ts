import type { Answer, Ask } from './answer.ts'
import type { Difference, Memory } from './implementation.ts'

type Plant = { name: string; tag?: string }
type When = (ask: Ask, memory: Memory) => boolean

const always: When = () => true

/** Changes the whole body of every 200, as a value. */
export function plantsBody(change: (plants: Plant[], ask: Ask) => unknown, when: When = always): Difference {
  return answers(
    (answer, ask) => ({ ...answer, body: JSON.stringify(change(JSON.parse(String(answer.body)), ask)) }),
    (ask, memory, answer) => answer.status === 200 && when(ask, memory),
  )
}

/** Changes the plant at one place, the first by default, in every 200 that has it. */
export function plantAt(change: (plant: Plant) => unknown, index = 0, when: When = always): Difference {
  return plantsBody((plants) => plants.map((plant, at) => (at === index ? change(plant) : plant)), when)
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
  return answers(
    (answer) => ({ ...answer, body: change(String(answer.body)) }),
    (ask, memory, answer) => answer.status === 200 && when(ask, memory),
  )
}

/** Adds header fields to every 200 and 400, or replaces them; undefined takes one away. */
export function fields(
  change: Record<string, string | undefined>,
  statuses: readonly number[] = [200, 400],
): Difference {
  return answers(
    (answer) => {
      const given = Object.entries({ ...answer.headers, ...change })
      const kept = given.filter((entry): entry is [string, string] => entry[1] !== undefined)
      return { ...answer, headers: Object.fromEntries(kept) }
    },
    (_ask, _memory, answer) => statuses.includes(answer.status),
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
