import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button, Text } from './ui.tsx'

/** A plant as a body lists it. Other contracts add members. */
type ListedPlant = { name: string; tag?: string; [member: string]: unknown }

/** The plants of a body; undefined if it is not a list of plants. */
export function parsePlants(body: string): ListedPlant[] | undefined {
  try {
    return readPlants(JSON.parse(body))
  } catch {
    return undefined
  }
}

/** Returns the value if it is a list of plants. */
export function readPlants(value: unknown): ListedPlant[] | undefined {
  return Array.isArray(value) && value.every(isPlant) ? value : undefined
}

function isPlant(value: unknown): value is ListedPlant {
  if (typeof value !== 'object' || value === null || !('name' in value)) return false
  return typeof value.name === 'string' && (!('tag' in value) || typeof value.tag === 'string')
}

/** How much is shown at first: rendering ten thousand plants takes the browser a while. */
const FIRST_PLANTS = 120
const FIRST_LINES = 400

/** Plants as cards. */
export function PlantCards({ plants }: { plants: readonly ListedPlant[] }) {
  const [isWhole, setWhole] = useState(false)
  if (plants.length === 0)
    return (
      <div class="empty">
        <strong>No plants</strong>
        <p>
          The list is empty: <code>[]</code>
        </p>
      </div>
    )
  const shown = isWhole ? plants : plants.slice(0, FIRST_PLANTS)
  return (
    <>
      <ol class="plants">{shown.map(renderPlant)}</ol>
      {shown.length < plants.length && (
        <Button onClick={() => setWhole(true)}>Show all {plants.length.toLocaleString('en')} plants</Button>
      )}
    </>
  )
}

function renderPlant({ name, tag, ...others }: ListedPlant) {
  const more = Object.entries(others).map(([member, value]) => `${member}: ${JSON.stringify(value)}`)
  return (
    <li>
      <span class={isLatin(name) ? 'plant-name latin' : 'plant-name'}>
        <Text>{quoteBlank(name)}</Text>
      </span>
      <span class={tag === undefined ? 'plant-tag none' : 'plant-tag'}>
        <Text>{tag === undefined ? 'no tag' : quoteBlank(tag)}</Text>
      </span>
      <small>
        <Text>{more.join(', ')}</Text>
      </small>
    </li>
  )
}

/** Text that is empty or only spaces would be invisible. */
function quoteBlank(text: string): string {
  return text.trim() === '' ? JSON.stringify(text) : text
}

/** Scientific names are set in italics: a genus, then an epithet in lower case, for a hybrid after a cross. */
function isLatin(name: string): boolean {
  return /^\p{Lu}\p{Ll}+ (?:× )?\p{Ll}[\p{Ll}-]+/u.test(name)
}

/** A response body. JSON is indented and coloured. */
export function Body({ body }: { body: string }) {
  const [isWhole, setWhole] = useState(false)
  if (body === '') return <p class="quiet">No body.</p>
  const text = indentJson(body)
  const lines = text.split('\n')
  const isCut = !isWhole && lines.length > FIRST_LINES
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: so that the keyboard can scroll it */}
      <pre class="body" tabIndex={0}>
        {isWhole ? <Text>{text}</Text> : colourJson(lines.slice(0, FIRST_LINES).join('\n'))}
      </pre>
      {isCut && (
        <Button onClick={() => setWhole(true)}>Show all {lines.length.toLocaleString('en')} lines</Button>
      )}
    </>
  )
}

function indentJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g

/** Gives names, strings and numbers of JSON their own colours. Also accepts text that is not JSON. */
function colourJson(text: string): ComponentChildren[] {
  const nodes: ComponentChildren[] = []
  let end = 0
  for (const match of text.matchAll(TOKEN)) {
    const [token, string = token, colon] = match
    const kind = match[1] === undefined ? 'number' : colon === undefined ? 'string' : 'name'
    nodes.push(<Text>{text.slice(end, match.index)}</Text>)
    nodes.push(<span class={`json-${kind}`}>{Text({ children: string })}</span>, colon)
    end = match.index + token.length
  }
  return [...nodes, <Text>{text.slice(end)}</Text>]
}
