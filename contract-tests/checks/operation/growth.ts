import type { Facts } from '../../../src/harness/check.ts'
import type { AnsweredExchange, Exchange } from '../../../src/harness/exchange.ts'
import { bodyText } from '../bodyText.ts'
import type { CheckDefinition } from '../define.ts'
import { answered, inContract, inStandard, isAnswered, isPlantsAnswer, isServed } from '../define.ts'
import { plainLists } from '../plainLists.ts'

const MANY = 10_000
const INT32_MAX = 2 ** 31 - 1
/** How much longer than other limits the largest one must take before it is said, and by how many milliseconds. */
const SLOWER = { times: 5, ms: 500 }

/** Lists in a row that have to grow or shrink before it is said. */
const SERIES = 8

const limitClause = inContract(
  'limit is the maximum number of results to return',
  ({ limit }) => limit.pointer,
)

/** What is allowed and good to know: sizes, times, and what limits outside int32 do. */
export const growth: readonly CheckDefinition[] = [
  {
    id: 'list-bounded',
    title: 'The list without a limit has some bound',
    level: 'INFO',
    clause: inStandard('OWASP API4:2023', 'Without a bound, one request can ask for everything'),
    rows: ['SE15'],
    sent: 'the request without limit',
    expected: `fewer than ${MANY} plants`,
    requires: 'a list',
    applies: (exchange) => isPlantsAnswer(exchange) && exchange.probe.limit === 'absent',
    judge: answered((exchange, facts) => {
      const { count = 0, cut } = facts.analyse(exchange).body
      if (count < MANY && !cut) return []
      const actual = cut ? 'more than the kit reads' : `${count} elements`
      const message = `the list comes whole: ${actual}, ${Math.round(exchange.durationMs)} ms`
      return [{ message, pointer: '', expected: 'a bound', actual }]
    }),
  },
  {
    id: 'default-not-smaller',
    title: 'Without a limit, no fewer plants come than with one',
    level: 'INFO',
    clause: inContract('All plants are returned', ({ operation }) => operation.pointer),
    rows: ['C21', 'V40'],
    sent: 'the request without limit and with large ones',
    expected: 'the whole list without a limit',
    requires: 'a list, and one with a limit',
    applies: (exchange, facts) =>
      isPlantsAnswer(exchange) &&
      exchange.probe.credential.kind === 'valid' &&
      exchange.probe.most !== undefined &&
      plainLists(facts).length > 0,
    judge: answered((exchange, facts) => {
      const { count = 0 } = facts.analyse(exchange).body
      const plain = Math.max(...plainLists(facts).map((list) => facts.analyse(list).body.count ?? 0))
      if (count <= plain) return []
      const message = `the list has ${plain} plants without a limit, and ${count} with ?${exchange.probe.query}`
      return [{ message, pointer: '', expected: `${count} elements`, actual: `${plain} elements` }]
    }),
  },
  {
    id: 'limit-not-wrapped',
    title: 'A limit past int32 does not become a small one',
    level: 'INFO',
    clause: limitClause,
    rows: ['LM17', 'C25'],
    sent: 'limit=4294967297, which is 1 in the lowest 32 bits',
    expected: 'a refusal, or more than one plant',
    requires: 'a 200 to such a limit, and two plants',
    applies: (exchange, facts) =>
      exchange.probe.id === 'bad-limit/wrap-around' &&
      exchange.response?.status === 200 &&
      (facts.plants ?? 0) > 1,
    judge: answered((exchange, facts) =>
      facts.analyse(exchange).body.count === 1
        ? [
            {
              message: 'limit=4294967297 acts like limit=1: its upper bits are lost',
              pointer: '',
              expected: 'a refusal, or the whole list',
              actual: '1 element',
            },
          ]
        : [],
    ),
  },
  {
    id: 'limit-costs-no-time',
    title: 'What a request costs depends on the plants, not on the limit',
    level: 'INFO',
    clause: inStandard('OWASP API4:2023', 'A number in a request does not decide what it costs'),
    rows: ['RB06'],
    sent: `limit=${INT32_MAX}, among other limits`,
    expected: `less than ${SLOWER.times} times as long as other limits, or ${SLOWER.ms} ms more`,
    requires: 'an answer to such a limit',
    applies: (exchange, facts) =>
      exchange.probe.most === INT32_MAX && isAnswered(exchange) && isServed(facts),
    judge: (exchange, facts) => {
      const usual = medianTime(facts)
      const took = exchange.durationMs
      if (took < usual * SLOWER.times || took < usual + SLOWER.ms) return []
      const message = `limit=${INT32_MAX} takes ${Math.round(took)} ms, other limits ${Math.round(usual)} ms`
      return [
        { message, pointer: 'time', expected: `${Math.round(usual)} ms`, actual: `${Math.round(took)} ms` },
      ]
    },
  },
  {
    id: 'names-printable',
    title: 'Names hold characters that can be shown',
    level: 'INFO',
    clause: inStandard('Unicode, noncharacters', 'NUL, U+FFFE and U+FFFF are no characters of a text'),
    rows: ['JS13'],
    sent: 'every request that is answered with 200',
    expected: 'no NUL and no noncharacter in strings',
    requires: 'a list with plants',
    applies: (exchange, facts) =>
      isPlantsAnswer(exchange) && isAnswered(exchange) && (facts.analyse(exchange).body.count ?? 0) > 0,
    judge: answered((exchange, facts) => {
      const [actual] =
        /(?<!\\)(?:\\\\)*\\u(?:0000|[fF]{3}[eEfF])|[\ufffe\uffff]/.exec(bodyText(exchange, facts)) ?? []
      if (actual === undefined) return []
      const message = 'a string holds NUL or a noncharacter, on which some databases and files choke'
      return [{ message, pointer: 'body', expected: 'characters', actual: JSON.stringify(actual) }]
    }),
  },
  {
    id: 'get-changes-nothing',
    title: 'Reading the list does not change it',
    level: 'INFO',
    clause: inStandard('RFC 9110 section 9.2.1', 'GET is safe: a client does not ask for a change'),
    rows: ['ME04'],
    sent: 'the plain request, a dozen times',
    expected: 'lists that do not grow or shrink with every single request',
    requires: 'eight lists',
    applies: (exchange, facts) => plainLists(facts).indexOf(exchange as AnsweredExchange) === SERIES - 1,
    judge: (_exchange, facts) => {
      const lists = plainLists(facts).slice(0, SERIES)
      const counts = lists.map((list) => facts.analyse(list).body.count ?? 0)
      const steps = counts.slice(1).map((count, index) => Math.sign(count - (counts[index] ?? 0)))
      if (steps.includes(0) || new Set(steps).size !== 1) return []
      const change = steps[0] === 1 ? 'longer' : 'shorter'
      const message = `every list is ${change} than the one before, as if reading changed it`
      return [
        { message, pointer: '', expected: 'a list that reading leaves alone', actual: counts.join(', ') },
      ]
    },
  },
]

function medianTime({ exchanges }: Facts): number {
  const times = exchanges.filter(isOtherLimit).map(({ durationMs }) => durationMs)
  times.sort((one, other) => one - other)
  return times[Math.floor(times.length / 2)] ?? 0
}

function isOtherLimit({ probe, response }: Exchange): boolean {
  return (
    probe.id.startsWith('limit/') &&
    probe.most !== INT32_MAX &&
    probe.parallel === undefined &&
    response?.status === 200
  )
}
