import type { Plant } from '../fixtures/fixtures.ts'
import { seededRandom } from '../scenarios/seededRandom.ts'

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
