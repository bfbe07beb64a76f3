import type { Plant } from '../fixtures/fixtures.ts'

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

const GENERA = splitWords(`
  Acer Aloe Begonia Calathea Dracaena Ficus Hoya Iris Lilium Mimosa
  Nepenthes Olea Passiflora Quercus Rosa Salvia Tilia Urtica Viola Yucca`)
const EPITHETS = splitWords(`
  alba alpina argentea aurea borealis crispa elegans floribunda gigantea
  glabra hirsuta japonica maritima nana odorata palustris pendula robusta`)
const TAGS = ['tree', 'shrub', 'herb', 'fern', 'succulent', 'orchid', 'climber', undefined, undefined]

/**
 * Generates plants from a seed: the same ones in every release. Each member of each plant is random on its own, so a longer list
 * begins with the shorter one. Names are unique, and some plants have no tag.
 */
export function generatePlants({ count, seed }: { count: number; seed: number }): Plant[] {
  return Array.from({ length: count }, (_, index) => {
    const genus = pick(GENERA, seededRandom(seed, 'genus', index))
    const epithet = pick(EPITHETS, seededRandom(seed, 'epithet', index))
    const name = `${genus} ${epithet} ${index + 1}`
    const tag = pick(TAGS, seededRandom(seed, 'tag', index))
    return tag === undefined ? { name } : { name, tag }
  })
}

function pick<T>(values: readonly T[], share: number): T {
  return values[Math.floor(share * values.length)] as T
}

function splitWords(text: string): string[] {
  return text.trim().split(/\s+/)
}
