import type { Exchange } from '../../src/judge/exchange.ts'
import { headerValues } from './exchanges.ts'

const HITS = ['X-Cache', 'X-Cache-Status', 'CF-Cache-Status', 'Cache-Status']

/** The header that shows that a response came from a cache, such as `Age: 3`. Undefined without one. */
export function findCacheSign(exchange: Exchange): string | undefined {
  const [age] = headerValues(exchange, 'age')
  if (age !== undefined) return `Age: ${age}`
  const hits = HITS.flatMap((name) =>
    headerValues(exchange, name.toLowerCase())
      .filter((value) => /\bhit\b/i.test(value))
      .map((value) => `${name}: ${value}`),
  )
  return hits[0]
}
