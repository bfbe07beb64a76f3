/**
 * Returns a number in [0, 1) that depends only on the seed, the name and the count. Parallel sessions therefore don't affect each
 * other, and using one more number doesn't shift the rest. Values never change between releases, because generated data
 * depends on them.
 */
export function seededRandom(seed: number, name: string, count: number): number {
  let hash = 0x811c9dc5 ^ seed
  for (let index = 0; index < name.length; index++)
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193)
  return scramble(scramble(hash) ^ Math.imul(count + 1, 0x9e3779b1)) / 2 ** 32
}

/** The finaliser of MurmurHash3: every input bit changes about half of the output bits. */
function scramble(value: number): number {
  let mixed = value ^ (value >>> 16)
  mixed = Math.imul(mixed, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
