if (!('TextEncoder' in globalThis))
  throw new Error(
    'plant-store-kit: this environment has no TextEncoder; in Jest, use the environment jest-fixed-jsdom instead of jsdom',
  )

/** Encodes text as UTF-8. */
export const UTF8 = new TextEncoder()
