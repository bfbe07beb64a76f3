import { pluralize } from '../../contract/words.ts'
import type { Exchange } from '../exchange.ts'
import type { Cause, Judged } from './cause.ts'

/** Fewer exchanges on one side may be a coincidence. */
const FEW = 3

/** Finds out whether the server changed for good in the course of the run: requests of the same kind were right and wrong. */
export function findCourse({ violating, passing, exchanges }: Judged): Cause | undefined {
  if (violating.length < FEW || passing.length < FEW) return undefined
  const kinds = new Set(passing.map(nameKind))
  if (!violating.some((exchange) => kinds.has(nameKind(exchange)))) return undefined
  const positions = new Map(exchanges.map((exchange, index) => [exchange, index]))
  const locate = (list: readonly Exchange[]): number[] => list.map((each) => positions.get(each) ?? -1)
  const [broken, sound] = [locate(violating), locate(passing)]
  const began = Math.min(...broken)
  if (began > Math.max(...sound)) {
    const before = exchanges[began - 1]
    const cause = before === undefined ? '' : `, right after ${before.probe.id}`
    return { kind: 'moment', traits: [], when: `from request ${began + 1} of the run on${cause}` }
  }
  const ended = Math.max(...broken)
  if (ended >= Math.min(...sound)) return undefined
  return { kind: 'moment', traits: [], when: `only until request ${ended + 1} of the run` }
}

function nameKind({ probe: { method, credential, limit } }: Exchange): string {
  return `${method} ${limit} ${credential.label}`
}

/** The violating probes, or the others if those are fewer. Each probe must violate the check every time or never. */
export function findProbes(judged: Judged): Cause | undefined {
  const sound = new Set(judged.passing.map(({ probe }) => probe.id))
  const broken = new Set(judged.violating.map(({ probe }) => probe.id))
  if (broken.size === judged.violating.length || [...broken].some((id) => sound.has(id))) return undefined
  const methods = new Set(judged.violating.map(({ probe }) => probe.method))
  const others = new Set(judged.passing.map(({ probe }) => probe.method))
  const pattern = [...methods].every((method) => !others.has(method))
    ? `always except with ${[...others].join(', ')}`
    : 'to the same requests every time: it depends on them or on the data'
  return { kind: 'probes', traits: [], when: `${formatRatio(judged)}, ${pattern}` }
}

/** `in 3 of 102 checked responses`. */
export function formatRatio({ violating, passing }: Judged): string {
  return `in ${violating.length} of ${pluralize(violating.length + passing.length, 'checked response')}`
}
