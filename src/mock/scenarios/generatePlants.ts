import type { Plant } from '../fixtures/fixtures.ts'
import { seededRandom } from './seededRandom.ts'

const GENERA = [
  'Acer',
  'Aloe',
  'Begonia',
  'Calathea',
  'Dracaena',
  'Ficus',
  'Hoya',
  'Iris',
  'Lilium',
  'Mimosa',
]
GENERA.push(
  'Nepenthes',
  'Olea',
  'Passiflora',
  'Quercus',
  'Rosa',
  'Salvia',
  'Tilia',
  'Urtica',
  'Viola',
  'Yucca',
)
const EPITHETS = [
  'alba',
  'alpina',
  'argentea',
  'aurea',
  'borealis',
  'crispa',
  'elegans',
  'floribunda',
  'gigantea',
]
EPITHETS.push(
  'glabra',
  'hirsuta',
  'japonica',
  'maritima',
  'nana',
  'odorata',
  'palustris',
  'pendula',
  'robusta',
)
const TAGS = ['tree', 'shrub', 'herb', 'fern', 'succulent', 'orchid', 'climber', undefined, undefined]

/**
 * Plants made from a seed: the same ones in every release. Each is drawn by itself and each of its members too, so that a
 * longer list begins with the shorter one, and a further member would shift none. Names are unique; some plants have no tag.
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
