/** A plant as a body lists it. Other contracts add members. */
export type ListedPlant = { name: string; tag?: string; [member: string]: unknown }

/** The plants of a body; undefined if it is not a list of plants. */
export function parsePlants(body: string): ListedPlant[] | undefined {
  try {
    return readPlants(JSON.parse(body))
  } catch {
    return undefined
  }
}

/** Returns the value if it is a list of plants. */
export function readPlants(value: unknown): ListedPlant[] | undefined {
  return Array.isArray(value) && value.every(isPlant) ? value : undefined
}

function isPlant(value: unknown): value is ListedPlant {
  if (typeof value !== 'object' || value === null || !('name' in value)) return false
  return typeof value.name === 'string' && (!('tag' in value) || typeof value.tag === 'string')
}
