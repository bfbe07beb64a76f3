import type { Facts } from '../../../src/judge/check.ts'
import type { AnsweredExchange } from '../../../src/judge/exchange.ts'
import { describeProblem, type NameProblem } from './createNameCheck.ts'
import { findAlteration } from './findAlteration.ts'
import { countNames, findExpectedPlants } from './plantNames.ts'

type TaggedPlant = { name: string; tag: string }

/** Whether a response has a plant whose tag the operator expects. */
export function expectsTags(exchange: AnsweredExchange, facts: Facts): boolean {
  const tagged = listTaggedPlants(exchange, facts)
  if (tagged.length === 0) return false
  const names = countNames(exchange, facts)
  return facts.analyse(exchange).body.unread !== undefined || tagged.some(({ name }) => names.has(name))
}

/** The plants of a response without the expected tag. A tag that is not a text violates the schema, which has its own check. */
export function findWrongTags(exchange: AnsweredExchange, facts: Facts): NameProblem[] {
  const tagged = listTaggedPlants(exchange, facts)
  const expected = new Set(tagged.map(({ name }) => name))
  const listed = facts
    .analyse(exchange)
    .body.listed()
    .filter(({ name }) => expected.has(name))
  const tagsByName = Map.groupBy(listed, ({ name }) => name)
  return tagged.flatMap(({ name, tag }) => {
    const tags = (tagsByName.get(name) ?? []).map((plant) => plant.tag)
    if (tags.length === 0 || tags.includes(tag) || tags.includes(null)) return []
    return [describeProblem(name, `has ${describeTags(tags, tag)}, expected ${JSON.stringify(tag)}`)]
  })
}

function listTaggedPlants(exchange: AnsweredExchange, facts: Facts): TaggedPlant[] {
  return (findExpectedPlants(exchange, facts)?.sees ?? []).flatMap((plant) =>
    typeof plant === 'string' || plant.tag === undefined ? [] : [{ name: plant.name, tag: plant.tag }],
  )
}

function describeTags(tags: readonly (string | null | undefined)[], expected: string): string {
  const texts = tags.filter((tag) => typeof tag === 'string')
  const [first] = texts
  if (first === undefined) return 'no tag'
  const altered = findAlteration(expected, new Map(texts.map((tag) => [tag, true])))
  return `the tag ${altered ?? JSON.stringify(first)}`
}
