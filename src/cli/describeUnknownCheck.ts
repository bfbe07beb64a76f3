import { didYouMean } from '../contract/suggest.ts'
import { findProgram } from './reports/findProgram.ts'

/** Says that no check has this id, and which one is likely meant. */
export function describeUnknownCheck(id: string, ids: readonly string[]): string {
  const near = didYouMean(id, ids, 3)
  return `no check has the id "${id}"; ${near}${near && ' '}${findProgram()} checks lists them all`
}
