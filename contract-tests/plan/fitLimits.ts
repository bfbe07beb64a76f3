import type { Contract } from '../../src/contract/contract.ts'
import type { LimitParameter } from '../../src/contract/limit.ts'
import type { Probe } from '../../src/judge/exchange.ts'
import type { Stage } from '../../src/judge/stage.ts'

/**
 * Fits the limits of a stage to the range of the contract. Probes that try out limits keep their numbers, and are positive, open or
 * outside as the contract says. Others ask for as much as the contract allows.
 */
export function fitLimits(contract: Contract, stage: Stage): Stage {
  return {
    ...stage,
    probes: (facts) => {
      const probes = stage.probes(facts).map((probe) => fitProbe(contract, probe))
      return stage.id === 'list' ? addBounds(contract, probes) : probes
    },
  }
}

/** The probe with a limit that the contract allows, or with the class that its limit has. */
export function fitProbe(contract: Contract, probe: Probe): Probe {
  const given = findLimit(contract, probe)
  if (given === undefined) return probe
  const { minimum, maximum } = contract.limit
  const kind = classifyLimit(contract.limit, given.text)
  if (kind === probe.limit) return probe
  if (probe.limit === 'positive' && !isTrial(probe)) {
    const maxResults = Math.min(Math.max(Number(given.text), minimum), maximum)
    return { ...probe, query: given.replace(maxResults), maxResults }
  }
  const { maxResults: _, ...other } = probe
  return { ...other, limit: kind, ...(kind === 'positive' && { maxResults: Number(given.text) }) }
}

/** The only limit of a query, decoded, and the query with another one. */
function findLimit(
  { limit: { name } }: Contract,
  { limit, query }: Probe,
): { text: string; replace: (maxResults: number) => string } | undefined {
  if (limit === 'absent' || query === undefined) return undefined
  const pairs = query.split('&')
  const own = pairs.filter((pair) => decode(pair.split('=')[0]) === name)
  const [pair] = own
  const [given = '', raw] = pair?.split('=') ?? []
  const text = decode(raw)
  if (pair === undefined || own.length > 1 || text === undefined || !/^-?\d+$/.test(text)) return undefined
  const spell = (maxResults: number): string =>
    raw === text ? String(maxResults) : [...String(maxResults)].map((digit) => `%3${digit}`).join('')
  return {
    text,
    replace: (maxResults) =>
      pairs.map((each) => (each === pair ? `${given}=${spell(maxResults)}` : each)).join('&'),
  }
}

/** Whether the probe is there for the sake of its number. */
function isTrial({ id }: Probe): boolean {
  return id.startsWith('limit/')
}

/** The largest limit, and one more: the contract may allow fewer than the usual ones. */
function addBounds({ limit }: Contract, probes: readonly Probe[]): Probe[] {
  const template = probes.find(({ maxResults }) => maxResults !== undefined)
  if (template === undefined) return []
  const bounds = [limit.minimum, limit.maximum, limit.maximum + 1].filter(
    (maxResults) =>
      maxResults > 0 && maxResults < 2 ** 31 - 1 && probes.every(({ id }) => id !== `limit/${maxResults}`),
  )
  const added = bounds.map((maxResults): Probe => {
    const { maxResults: _, ...other } = template
    const kind = classifyLimit(limit, String(maxResults))
    return {
      ...other,
      id: `limit/${maxResults}`,
      reason:
        kind === 'positive'
          ? `whether at most ${maxResults} plants are returned`
          : `what ?${limit.name}=${maxResults} does`,
      query: `${limit.name}=${maxResults}`,
      limit: kind,
      ...(kind === 'positive' && { maxResults }),
    }
  })
  return [...probes, ...added]
}

function decode(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** How a contract treats a text as the value of the parameter: the contract does not say what 0 and negative limits do. */
export function classifyLimit(
  { minimum, maximum }: Pick<LimitParameter, 'minimum' | 'maximum'>,
  text: string,
): 'positive' | 'open' | 'outside' {
  const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= minimum && value <= maximum)) return 'outside'
  return value > 0 ? 'positive' : 'open'
}
