import { shorten } from './wrap.ts'

/** How many errors, and how many warnings, the runner shows for one step. */
const MOST = 10
const MAX_MESSAGE = 4_000

/** A remark of GitHub's runner, in a file if it has a place. */
export type Annotation = {
  type: 'error' | 'warning' | 'notice'
  title: string
  message: string
  place?: { path: string; line: number } | undefined
}

/** The first annotations of a kind, as commands to the runner. The last one counts those that the runner would not show. */
export function formatAnnotations(annotations: readonly Annotation[]): string {
  return limit(annotations)
    .map(({ type, title, message, place }) => {
      const properties = {
        ...(place && { file: place.path, line: String(place.line) }),
        title: `plant-store: ${title}`,
      }
      const list = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(value)}`)
      return `::${type} ${list.join(',')}::${escapeData(shorten(message, MAX_MESSAGE))}\n`
    })
    .join('')
}

function limit(annotations: readonly Annotation[]): Annotation[] {
  const shown = annotations.slice(0, MOST)
  const last = shown.at(-1)
  const hidden = annotations.length - shown.length
  if (last === undefined || hidden === 0) return shown
  return [...shown.slice(0, -1), { ...last, message: `${last.message}\n… and ${hidden} more` }]
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
