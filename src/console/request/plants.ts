/** `1 plant`, `10,000 plants`. */
export function formatPlants(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'plant' : 'plants'}`
}

/** How many plants a body lists; undefined if it is not a list. */
export function countPlants(body: string): number | undefined {
  try {
    const value: unknown = JSON.parse(body)
    return Array.isArray(value) ? value.length : undefined
  } catch {
    return undefined
  }
}
