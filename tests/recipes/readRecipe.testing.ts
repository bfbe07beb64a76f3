import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Reads the files of a section of docs/, by path. `recipes/vitest.md#set-up` is the section with the heading "Set up". Each file is a line
 * with the path in backticks, followed by a code block. For a folder such as `examples/react`, reads all files.
 */
export function readRecipe(place: string): Record<string, string> {
  if (place.startsWith('examples/')) return readExample(place)
  const [page = '', anchor = ''] = place.split('#')
  const recipe = readSections(page).get(anchor)
  if (recipe === undefined) throw new Error(`docs/${page} has no section #${anchor}`)
  if (Object.keys(recipe).length === 0) throw new Error(`docs/${place} has no files`)
  return recipe
}

function readExample(folder: string): Record<string, string> {
  const files = globSync('**/*.*', { cwd: folder, exclude: ['**/node_modules'] })
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]))
}

/** Lists the sections of a page of docs/ that contain files, in the form that `readRecipe` takes. */
export function listRecipes(page: string): string[] {
  return [...readSections(page)].flatMap(([anchor, files]) =>
    Object.keys(files).length === 0 ? [] : [`${page}#${anchor}`],
  )
}

function readSections(page: string): Map<string, Record<string, string>> {
  const text = readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8')
  return new Map(
    text.split(/^## /m).map((section) => {
      const files = section.matchAll(/^`([^`\n]+)`\n\n```\w+\n([\s\S]*?)^```$/gm)
      return [
        toAnchor(section.split('\n')[0] ?? ''),
        Object.fromEntries([...files].map(([, path = '', code = '']) => [path, code])),
      ]
    }),
  )
}

/** Returns the anchor that GitHub gives to a heading. */
export function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}
