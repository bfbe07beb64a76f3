import type { Command } from 'commander'
import { UsageError } from '../UsageError.ts'

/** What a server of the corpus can follow, or what says which it is and where flags come from. */
const FOLLOWED = new Set(['fault', 'variation', 'port', 'log', 'config'])

/**
 * Throws a UsageError where flags of `mock` are given that a server of the corpus cannot follow. What a configuration says for every
 * mock is told instead, unless it is the one that asks for the corpus: returns that note.
 */
export function checkCorpusFlags(command: Command, kind: 'fault' | 'variation'): string | undefined {
  const given = command.options.filter((option) => {
    const source = command.getOptionValueSource(option.attributeName())
    return !FOLLOWED.has(option.attributeName()) && source !== undefined && source !== 'default'
  })
  const isFromFile = (key: string): boolean => command.getOptionValueSource(key) === 'config'
  const refused = given.filter((option) => isFromFile(kind) || !isFromFile(option.attributeName()))
  if (refused.length > 0)
    throw new UsageError(
      `--${kind} serves an implementation of the corpus, which takes --port alone: expected no ${names(refused)}`,
    )
  return given.length === 0
    ? undefined
    : `the configuration's ${given.map((option) => `mock.${option.attributeName()}`).join(', ')} ${given.length === 1 ? 'does' : 'do'} not hold for it`
}

function names(options: Command['options']): string {
  return options.map((option) => `--${option.name()}`).join(', no ')
}
