/**
 * An array or object that is not closed yet. Its value is made with its first element, as nesting may be deep; of an array
 * that is not kept there is only the number of its elements.
 */
export type Container = number | { value?: unknown[]; length: number } | OpenObject
type OpenObject = { value?: Record<string, unknown>; name: string }

export function isObject(container: Container): container is OpenObject {
  return typeof container === 'object' && 'name' in container
}

export function finished(container: Container): unknown {
  if (typeof container === 'number') return null
  return container.value ?? ('name' in container ? Object.create(null) : [])
}

/** The part of a JSON pointer that leads to what is being read in it. */
export function segment(container: Container): string {
  if (typeof container === 'number') return `/${container}`
  if (!('name' in container)) return `/${container.length}`
  return `/${container.name.replaceAll('~', '~0').replaceAll('/', '~1')}`
}
