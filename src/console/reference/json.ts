/** Part of an OpenAPI description. */
export type JsonObject = { readonly [name: string]: unknown }

/** The value if it is an object; else an empty one. */
export function toObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function readText(value: unknown): string {
  return value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)
}

/** Follows references within the description; stops at one that leads nowhere or back. */
export function resolve(value: unknown, contract: JsonObject): JsonObject {
  let current = toObject(value)
  for (let steps = 0; steps < 20; steps++) {
    const { $ref } = current
    if (typeof $ref !== 'string' || !$ref.startsWith('#/')) return current
    const names = $ref.slice(2).split('/')
    const target = names.reduce<unknown>((part, name) => toObject(part)[decode(name)], contract)
    current = { ...toObject(target), ...omitReference(current) }
  }
  return {}
}

/** The last name of a reference: `Plant`. */
export function readReference(value: unknown): string | undefined {
  const { $ref } = toObject(value)
  return typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined
}

function omitReference({ $ref: _, ...others }: JsonObject): JsonObject {
  return others
}

/** Undoes the escapes of a JSON pointer. */
function decode(name: string): string {
  return name.replaceAll('~1', '/').replaceAll('~0', '~')
}
