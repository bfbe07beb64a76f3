/** The first user's plants: twenty, so that limits of one and of two digits mean something. */
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

/** The second user's plants, none of them the first one's. */
export const otherPlants: readonly { name: string; tag?: string }[] = [
  { name: 'Welwitschia mirabilis', tag: 'desert' },
  { name: 'Victoria amazonica' },
  { name: 'Drosera capensis', tag: 'bog' },
]
