/**
 * Whether two elements of a list are equal as JSON. Ajv compares each with each, which takes minutes for a long list. Uses nothing
 * outside, because the build copies its source.
 */
export function hasEqualElements(list: readonly unknown[]): boolean {
  const sortMembers = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sortMembers)
    if (typeof value !== 'object' || value === null) return value
    const members = Object.entries(value).map(([name, member]): [string, unknown] => [
      name,
      sortMembers(member),
    ])
    return Object.fromEntries(members.sort(([one], [other]) => (one < other ? -1 : 1)))
  }
  return new Set(list.map((element) => JSON.stringify(sortMembers(element)))).size < list.length
}
