import type { Exchange } from '../exchange.ts'

/** The elements of a body that is a plain JSON list; undefined for any other body. */
export function parseList({ response }: Exchange): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(response?.body.toString() ?? '')
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
