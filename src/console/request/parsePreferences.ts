/** A preference, as in `Prefer: name=value`. */
export type Preference = readonly [name: string, value: string]

const PREFERENCE = /(?<![\w-])([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,;]*))/g

/** Parses `rate=0.2, example="none"`. Leaves out what is not a preference. */
export function parsePreferences(text: string): Preference[] {
  return [...text.matchAll(PREFERENCE)].map(([, name = '', quoted, plain = '']) => [
    name,
    quoted?.replaceAll(/\\(.)/g, '$1') ?? plain,
  ])
}
