import { useState } from 'preact/hooks'
import { Button, Text } from './ui.tsx'

/** A plant in a response body. A user's own contract may define more fields. */
type ListedPlant = { name: string; tag?: string; [member: string]: unknown }

/** Returns the plants in a body, or undefined if the body is not a list of plants. */
export function readPlants(body: string): ListedPlant[] | undefined {
  const value = parseJson(body)
  return Array.isArray(value) && value.every(isPlant) ? value : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isPlant(value: unknown): value is ListedPlant {
  if (typeof value !== 'object' || value === null || !('name' in value)) return false
  return typeof value.name === 'string' && (!('tag' in value) || typeof value.tag === 'string')
}

/** The number of plants to show at first, because it takes a long time to render ten thousand plants. */
const FIRST_PLANTS = 120
const FIRST_LINES = 400

/** Shows plants as cards. */
export function PlantCards({ plants }: { plants: readonly ListedPlant[] }) {
  const [count, setCount] = useState(FIRST_PLANTS)
  if (plants.length === 0) return <p class="empty">No plants. The list is empty.</p>
  const total = plants.length.toLocaleString('en')
  return (
    <>
      <ol class="plants">{plants.slice(0, count).map(renderPlant)}</ol>
      {plants.length > count && (
        <Button onClick={() => setCount(plants.length)}>Show all {total} plants</Button>
      )}
    </>
  )
}

function renderPlant({ name, tag, ...others }: ListedPlant) {
  const more = Object.entries(others).map(([member, value]) => `${member}: ${JSON.stringify(value)}`)
  return (
    <li>
      <span class={isLatin(name) ? 'latin' : ''}>
        <Text>{quoteBlank(name)}</Text>
      </span>
      {tag === undefined ? (
        <small>no tag</small>
      ) : (
        <span class="tag good">
          <Text>{quoteBlank(tag)}</Text>
        </span>
      )}
      <small>
        <Text>{more.join(', ')}</Text>
      </small>
    </li>
  )
}

/** Puts empty or blank text, which would be invisible, in quotation marks. Returns other text unchanged. */
function quoteBlank(text: string): string {
  return text.trim() === '' ? JSON.stringify(text) : text
}

/** Whether a name looks scientific, to show it in italics: a genus and a lower-case epithet. Hybrids may have a × before the epithet. */
function isLatin(name: string): boolean {
  return /^\p{Lu}\p{Ll}+ (?:× )?\p{Ll}[\p{Ll}-]+/u.test(name)
}

/** Shows a response body, with JSON indented. */
export function ResponseBody({ body }: { body: string }) {
  const [count, setCount] = useState(FIRST_LINES)
  if (body === '') return <p class="quiet">No body.</p>
  const json = parseJson(body)
  const lines = (json === undefined ? body : JSON.stringify(json, null, 2)).split('\n')
  const total = lines.length.toLocaleString('en')
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: so that the keyboard can scroll it */}
      <pre tabIndex={0}>
        <Text>{lines.slice(0, count).join('\n')}</Text>
      </pre>
      {lines.length > count && <Button onClick={() => setCount(lines.length)}>Show all {total} lines</Button>}
    </>
  )
}
