import type { Check } from '../../../src/judge/check.ts'
import { accessTopics } from './access.ts'
import { messageTopics } from './message.ts'
import { operationTopics } from './operation.ts'
import { ran } from './ran.ts'
import type { Topic } from './topic.ts'
import { whys } from './why.ts'

/** What checks are about, in the order of the docs. */
export const topics: readonly Topic[] = [...operationTopics, ...messageTopics, ...accessTopics]

/** Adds what the topic of a check says about it: why it matters, and how to fix it by framework. */
export function addAdvice(check: Check): Check {
  const { id, title, why, advice } = findTopic(check.id)
  return {
    ...check,
    why: whys[check.id] ?? why,
    topic: { id, title },
    // Nothing is wrong, so there is nothing to fix.
    ...(!check.describes && {
      advice: advice.map((each) => ({ ...each, ...(ran[each.framework] && { ran: ran[each.framework] }) })),
    }),
  }
}

/** Checks that another contract adds are about an error or about a plant. */
function findTopic(id: string): Topic {
  const fallback = id.startsWith('error-') ? 'errors' : 'members'
  const topic =
    topics.find(({ checks }) => checks.includes(id)) ?? topics.find((each) => each.id === fallback)
  if (!topic) throw new Error(`no topic for ${id}`)
  return topic
}
