import type { Design } from '../design.ts'
import type { Exchange } from '../exchange.ts'
import type { Mask } from '../mask.ts'
import { buildRequest, buildResponse } from './buildMessage.ts'
import { describeUnusual } from './describeUnusual.ts'
import type { Step } from './evidence.ts'
import type { Sequence } from './listSequence.ts'

/** Bytes of a body that does not show the violation best. */
const SHOWN_BEFORE = 2_000

/** The steps of a sequence, with every redirect as a step of its own. `isWhole`: with the whole body of the last response. */
export function buildSteps(
  sequence: Sequence,
  { mask, design, isWhole }: { mask: Mask; design: Design | undefined; isWhole: boolean },
): Step[] {
  const target = sequence.at(-1)
  const numbers = new Map<number, number>()
  const number = (id: number): number => {
    const known = numbers.get(id) ?? numbers.size + 1
    numbers.set(id, known)
    return known
  }
  return sequence.flatMap((exchange) => [
    ...exchange.hops.map((hop) => ({
      probe: exchange.probe.id,
      request: buildRequest({ ...hop, probe: exchange.probe }, mask),
      response: buildResponse(hop.response, mask, SHOWN_BEFORE),
      connection: number(exchange.connection.id),
      note: 'redirect',
    })),
    {
      probe: exchange.probe.id,
      ...showExchange(exchange, mask, isWhole && exchange === target),
      connection: number(exchange.connection.id),
      ...(isSentAtOnce(exchange, sequence) && { at: 'once' }),
      ...describe(exchange, mask, design),
    },
  ])
}

function describe(exchange: Exchange, mask: Mask, design: Design | undefined): Pick<Step, 'unusual'> {
  const unusual = mask(describeUnusual({ ...exchange, hops: [] }, [exchange], design))
  return unusual === '' ? {} : { unusual }
}

function isSentAtOnce({ probe, attempt }: Exchange, sequence: Sequence): boolean {
  if (probe.parallel === undefined) return false
  const group = sequence.filter((each) => each.probe.parallel === probe.parallel && each.attempt === attempt)
  return group.length > 1
}

function showExchange(exchange: Exchange, mask: Mask, isWhole: boolean): Omit<Step, 'probe' | 'connection'> {
  const { failure } = exchange
  const response = exchange.response ?? failure?.partial
  return {
    request: buildRequest(exchange, mask),
    ...(response && { response: buildResponse(response, mask, isWhole ? undefined : SHOWN_BEFORE) }),
    ...(failure && { failure: mask(failure.message) }),
  }
}
