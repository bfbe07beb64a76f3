import type { Facts } from '../../../src/harness/check.ts'
import type { AnsweredExchange, Exchange } from '../../../src/harness/exchange.ts'
import type { CheckDefinition } from '../define.ts'
import { fieldOf, inContract, isAnswered, isPlantsAnswer } from '../define.ts'
import { alterationOf } from './alterationOf.ts'
import { expectedOf, foreignIn, namesIn, servedTo } from './expectedNames.ts'

/** Limits from here on leave out nothing that an operator would name. */
const ALL = 1000
const NEEDS = "--expect with plants of each user, and the second user's token"
const hasAccess = inContract(
  'All plants are returned that the user has access to',
  ({ operation }) => operation.pointer,
)

const isWhole = ({ probe }: Exchange): boolean => probe.limit === 'absent' || (probe.most ?? 0) >= ALL
const concerns = (exchange: Exchange, facts: Facts): exchange is AnsweredExchange =>
  isPlantsAnswer(exchange) &&
  facts.expectations !== undefined &&
  (isWhole(exchange) || exchange.probe.parallel === 'users')

type Sentence = Pick<CheckDefinition, 'id' | 'title' | 'rows' | 'sent' | 'expected'> &
  Partial<CheckDefinition>

/** A check of names against what the operator expects of each token. `wrong` says which names are at fault, and how. */
function expects(
  sentence: Sentence,
  wrong: (exchange: AnsweredExchange, facts: Facts) => readonly { name: string; message: string }[],
  applies: (exchange: AnsweredExchange, facts: Facts) => boolean = () => true,
): CheckDefinition {
  return {
    level: 'MUST',
    clause: hasAccess,
    requires: NEEDS,
    ...sentence,
    applies: (exchange, facts) => concerns(exchange, facts) && applies(exchange, facts),
    judge: (exchange, facts) => {
      if (!isAnswered(exchange)) return []
      const { body } = facts.analyse(exchange)
      if (body.unread !== undefined) return { inconclusive: body.unread }
      return wrong(exchange, facts).map(({ name, message }) => ({
        message: `${exchange.probe.credential.label}: ${message}`,
        pointer: JSON.stringify(name),
        expected: sentence.expected,
        actual: message,
      }))
    },
  }
}

const foreign = (exchange: AnsweredExchange, facts: Facts, why: string) =>
  foreignIn(exchange, facts).map((name) => ({ name, message: `${JSON.stringify(name)} comes${why}` }))

/** This user's answers without another user's plants. Where there are some, the server can tell the two apart. */
const cleanAnswers = (exchange: AnsweredExchange, facts: Facts): AnsweredExchange[] =>
  servedTo(exchange.probe.credential.kind, facts).filter((answer) => foreignIn(answer, facts).length === 0)
const isCleanAlone = (exchange: AnsweredExchange, facts: Facts): boolean =>
  cleanAnswers(exchange, facts).some(({ probe, url }) => probe.parallel === undefined && url === exchange.url)
/** Whether the answer is the one that the other user was given for the same address. */
const isReplay = (exchange: AnsweredExchange, facts: Facts): boolean =>
  cleanAnswers(exchange, facts).length > 0 &&
  servedTo(isSecond(exchange) ? 'valid' : 'other', facts).some(
    (other) => other.url === exchange.url && sameNames(exchange, other, facts),
  )
const isStored = (exchange: Exchange): boolean =>
  fieldOf(exchange, 'age').length > 0 || fieldOf(exchange, 'x-cache').some((value) => /hit/i.test(value))
const hasSees = (exchange: AnsweredExchange, facts: Facts): boolean =>
  (expectedOf(exchange, facts)?.sees.length ?? 0) > 0
const hasForeign = (exchange: AnsweredExchange, facts: Facts): boolean =>
  (expectedOf(exchange, facts)?.mustNotSee.length ?? 0) > 0
const isSecond = (exchange: AnsweredExchange): boolean => exchange.probe.credential.kind === 'other'

/** Two users, and what each of them must and must not see. Only names that the operator chose can tell. */
export const users: readonly CheckDefinition[] = [
  expects(
    {
      id: 'users-not-mixed',
      title: 'Requests at the same time keep their own users',
      rows: ['CA07'],
      sent: 'the plain request by both users at once',
      expected: "none of the other user's plants",
    },
    (exchange, facts) =>
      isCleanAlone(exchange, facts) ? foreign(exchange, facts, ', but only in company') : [],
    (exchange, facts) => exchange.probe.parallel === 'users' && hasForeign(exchange, facts),
  ),
  expects(
    {
      id: 'users-not-replayed',
      title: "One user's answer is not replayed to the other",
      rows: ['CA02'],
      sent: 'the same request by both users, one after the other',
      expected: "none of the other user's plants",
      supersededBy: ['users-not-mixed'],
    },
    (exchange, facts) =>
      isReplay(exchange, facts) || isStored(exchange)
        ? foreign(exchange, facts, ' after the other user asked for the same')
        : [],
    hasForeign,
  ),
  expects(
    {
      id: 'users-lists-differ',
      title: 'Each user gets a list of their own',
      rows: ['BD15', 'C54'],
      sent: 'the plain request by both users',
      expected: 'the plants of this user',
      supersededBy: ['users-not-mixed', 'users-not-replayed'],
    },
    (exchange, facts) => {
      const first = servedTo('valid', facts)
      const second = servedTo('other', facts)
      const same = second.every((one) => first.every((other) => sameNames(one, other, facts)))
      const { sees = [], mustNotSee = [] } = expectedOf(exchange, facts) ?? {}
      const names = namesIn(exchange, facts)
      const broken = sees.some((name) => !names.has(name)) || mustNotSee.some((name) => names.has(name))
      if (!same || first.length === 0 || names.size === 0 || !broken) return []
      return [{ name: '', message: 'both users get the same list, whoever asks' }]
    },
    isSecond,
  ),
  expects(
    {
      id: 'users-plants-own',
      title: "No user sees another user's plants",
      rows: ['BD17', 'C54'],
      sent: 'the plain request by each user',
      expected: 'none of the plants that this token must not see',
      supersededBy: ['users-not-mixed', 'users-not-replayed', 'users-lists-differ'],
    },
    (exchange, facts) => foreign(exchange, facts, ', which this token must not see'),
    hasForeign,
  ),
  expects(
    {
      id: 'users-names-unaltered',
      title: 'Names come back as they are',
      level: 'SHOULD',
      rows: ['BD19'],
      sent: 'the plain request by each user',
      expected: 'the same code points',
      supersededBy: ['users-not-mixed', 'users-not-replayed', 'users-lists-differ'],
    },
    (exchange, facts) => {
      const names = namesIn(exchange, facts)
      return missingIn(exchange, facts).flatMap((name) => {
        const altered = alterationOf(name, names)
        return altered === undefined ? [] : [{ name, message: `${JSON.stringify(name)} comes as ${altered}` }]
      })
    },
    hasSees,
  ),
  expects(
    {
      id: 'users-plants-all',
      title: 'Each user sees all plants that they have access to',
      rows: ['BD16'],
      sent: `the request without limit, and with limits from ${ALL} on`,
      expected: 'each plant that this token sees, in one of the answers',
      supersededBy: ['users-not-mixed', 'users-not-replayed', 'users-lists-differ', 'users-names-unaltered'],
    },
    (exchange, facts) =>
      missingIn(exchange, facts).map((name) => ({
        name,
        message: `${JSON.stringify(name)} is missing, without a limit and with a large one`,
      })),
    hasSees,
  ),
  expects(
    {
      id: 'users-plants-once',
      title: 'A plant comes once',
      level: 'SHOULD',
      rows: ['BD18'],
      sent: 'the plain request by each user',
      expected: 'each expected plant once',
    },
    (exchange, facts) =>
      (expectedOf(exchange, facts)?.sees ?? []).flatMap((name) => {
        const times = namesIn(exchange, facts).get(name) ?? 0
        return times < 2 ? [] : [{ name, message: `${JSON.stringify(name)} comes ${times} times` }]
      }),
    hasSees,
  ),
]

/** Expected plants that no answer to this token held. */
function missingIn(exchange: AnsweredExchange, facts: Facts): string[] {
  const { sees = [] } = expectedOf(exchange, facts) ?? {}
  const answers = servedTo(exchange.probe.credential.kind, facts)
  return sees.filter((name) => !answers.some((answer) => namesIn(answer, facts).has(name)))
}

function sameNames(one: AnsweredExchange, other: AnsweredExchange, facts: Facts): boolean {
  if (one.response.body === other.response.body) return true
  const [names, others] = [namesIn(one, facts), namesIn(other, facts)]
  return names.size === others.size && [...names.keys()].every((name) => others.has(name))
}
