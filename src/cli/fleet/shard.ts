import { UsageError } from '../errors.ts'

/** A part of a fleet. Parts count from 1. */
export type Shard = { part: number; count: number }

/** Parses `2/4`. */
export function toShard(text: string): Shard {
  const [, part = 0, count = 0] = /^(\d{1,6})\/(\d{1,6})$/.exec(text)?.map(Number) ?? []
  if (part >= 1 && part <= count) return { part, count }
  const hint = /^0\//.test(text) ? '; parts count from 1' : ''
  throw new UsageError(`expected a part such as 2/4, the second of four, got "${text}"${hint}`)
}

/** The members of a part: every `count`-th one. */
export function takeShard<Member>(members: readonly Member[], { part, count }: Shard): Member[] {
  return members.filter((_, index) => index % count === part - 1)
}
