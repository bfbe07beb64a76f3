/** The first user's twenty plants, so that tests can use limits of one and of two digits. */
export const defaultPlants: readonly { name: string; tag?: string }[] = [
  'Aloe vera',
  'Monstera deliciosa',
  'Ficus lyrata',
  'Crassula ovata',
  'Epipremnum aureum',
  'Zamioculcas zamiifolia',
  'Spathiphyllum wallisii',
  'Chlorophytum comosum',
  'Dracaena trifasciata',
  'Calathea orbifolia',
  'Ginkgo biloba',
  'Acer palmatum',
  'Lavandula angustifolia',
  'Rosa canina',
  'Quercus robur',
  'Taxus baccata',
  'Olea europaea',
  'Salvia rosmarinus',
  'Hedera helix',
  'Bellis perennis',
].map((name, index) => (index % 3 === 2 ? { name } : { name, tag: index < 10 ? 'house' : 'garden' }))

/** The second user's plants. The first user has none of these plants. */
export const otherPlants: readonly { name: string; tag?: string }[] = [
  { name: 'Welwitschia mirabilis', tag: 'desert' },
  { name: 'Victoria amazonica' },
  { name: 'Drosera capensis', tag: 'bog' },
]

/** The third user's plants. No other user has these plants, but one of the tags also occurs in the second user's list. */
const thirdPlants: readonly { name: string; tag?: string }[] = [
  { name: 'Nepenthes rajah', tag: 'bog' },
  { name: 'Rafflesia arnoldii', tag: 'forest' },
  { name: 'Amorphophallus titanum', tag: 'forest' },
  { name: 'Wollemia nobilis' },
]

export const defaultLists = { first: defaultPlants, second: otherPlants, third: thirdPlants }
