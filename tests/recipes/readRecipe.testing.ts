import { readFileSync } from 'node:fs'

/**
 * The files of a section of docs/, by path. `recipes/vitest.md#set-up` is the section with that heading. A file is a line with its
 * path in backticks, followed by its code.
 */
export function readRecipe(place: string): Record<string, string> {
  const [page = '', anchor = ''] = place.split('#')
  const text = readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8')
  const section = text
    .split(/^(?=## )/m)
    .find((part) => toAnchor(/^## (.*)$/m.exec(part)?.[1] ?? '') === anchor)
  if (section === undefined) throw new Error(`docs/${page} has no section #${anchor}`)
  const files = section.matchAll(/^`([^`\n]+)`\n\n```\w+\n([\s\S]*?)^```$/gm)
  const recipe = Object.fromEntries([...files].map(([, path = '', code = '']) => [path, code]))
  if (Object.keys(recipe).length === 0) throw new Error(`docs/${place} has no files`)
  return recipe
}

/** The anchor of a heading, as GitHub makes it. */
function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}
