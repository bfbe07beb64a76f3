import { ordinal } from '../../contract/words.ts'
import type { Conditions, Exchange, Probe } from '../exchange.ts'
import type { Trait } from './trait.ts'

/** More thresholds would fit too much by coincidence. */
const REUSED_FROM = [2, 3, 10]
/** Later positions on a connection are not told apart. */
const LAST_POSITION = 10

/** Credentials of which one kind has many. */
const KINDS: Readonly<Record<string, string>> = {
  bad: 'a bad token',
  lenient: 'the token in an unusual form',
}

/** When the request was sent: its place on the connection, what was sent at the same time, and what right before. */
export function listMomentTraits(
  { probe, connection, failure }: Exchange,
  previous: readonly Exchange[],
  describeConditions: (conditions: Conditions) => readonly Trait[],
): Trait[] {
  // After silence, the run asks whether the server is still there, and on another connection: those moments are its own doing.
  if (failure?.kind === 'timeout') return listConcurrency(probe)
  const position = connection.earlier + 1
  return [
    ...(position > LAST_POSITION
      ? []
      : [moment(`position=${position}`, `on the ${ordinal(position)} request of a connection`)]),
    ...REUSED_FROM.filter((from) => from <= position).map(describePositionFrom),
    ...listConcurrency(probe),
    ...listSharedTraits(previous.map((each) => listPreviousTraits(probe.id, each, describeConditions))),
  ]
}

function listConcurrency({ parallel }: Probe): Trait[] {
  return parallel === undefined ? [] : [moment('parallel', 'while the server handles other requests')]
}

function listSharedTraits([first = [], ...others]: readonly (readonly Trait[])[]): readonly Trait[] {
  return first.filter(({ key }) => others.every((traits) => traits.some((trait) => trait.key === key)))
}

function describePositionFrom(position: number): Trait {
  const when =
    position === 2
      ? 'on a connection that was used before'
      : `from the ${ordinal(position)} request of a connection on`
  return moment(`position>=${position}`, when)
}

/** What a request after this one comes right after. `id` is the probe of that request. */
export function listPreviousTraits(
  id: string,
  { probe, response }: Exchange,
  describeConditions: (conditions: Conditions) => readonly Trait[],
): Trait[] {
  const after = (key: string, what: string): Trait => moment(`after:${key}`, `right after ${what}`)
  const { method, credential, limit, conditions = {} } = probe
  const { kind, label } = credential
  const status = response?.status ?? 0
  return [
    ...(probe.id === id ? [after('same', 'the same request')] : []),
    ...(method === 'GET' ? [] : [after(method, method)]),
    ...(kind === 'valid' || kind === 'other' ? [] : [after('refusable', 'a request without a valid token')]),
    ...(kind === 'valid' ? [] : [after(kind, `a request with ${KINDS[kind] ?? label}`)]),
    ...(limit === 'open' ? [after('open', 'a limit of 0 or less')] : []),
    ...(limit === 'outside' ? [after('outside', 'a limit that is not an int32')] : []),
    limit === 'absent'
      ? after('absent', 'a request without a limit')
      : after('limited', 'a request with a limit'),
    ...(status >= 400 && status < 500 ? [after('refused', `a request that got a ${status}`)] : []),
    ...describeConditions(conditions).map(({ key, when }) => after(key, `a request ${when}`)),
  ]
}

function moment(key: string, when: string): Trait {
  return { key, kind: 'moment', when }
}
