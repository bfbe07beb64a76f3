import { useSignal } from '@preact/signals'
import type { TargetedSubmitEvent } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { type ListedPlant, PlantCards, readPlants } from './body.tsx'
import { announce, attempt, messageOf } from './notices.ts'
import { givePlants, health, plants, scope } from './state.ts'
import { CrossButton, formatPlants, onValue, Segments } from './ui.tsx'

/** The plants that each user gets, and their editor. */
export function Plants() {
  const chosen = useSignal('')
  const isEditing = useSignal(false)
  const { users, rule } = plants.value
  const user = users.find(({ name }) => name === chosen.value) ?? users[0]
  const list = readPlants(user?.plants) ?? []
  const total = user?.total ?? 0
  const stopEditing = (): void => {
    isEditing.value = false
  }
  if (isEditing.value) return <PlantEditor list={list} onEnd={stopEditing} />
  return (
    <div id="plants-body" class="stack">
      <div class="title">
        <Segments
          label="User"
          options={users.map(({ name, total }) => [name, `${name} ${total.toLocaleString('en')}`])}
          value={user?.name ?? ''}
          onChoose={(name) => {
            chosen.value = name
          }}
        />
        <span class="quiet">{describeRule(rule)}</span>
        <span class="actions">
          {list.length === total && (
            <button
              type="button"
              onClick={() => {
                isEditing.value = true
              }}
            >
              Edit
            </button>
          )}
          {rule === 'given plants' && (
            <button type="button" onClick={() => attempt(() => givePlants(null))}>
              Back to the usual plants
            </button>
          )}
        </span>
      </div>
      {list.length < total && (
        <p class="quiet">
          The first {list.length.toLocaleString('en')} of {formatPlants(total)}. Long lists can’t be edited
          here.
        </p>
      )}
      <PlantCards key={user?.name} plants={list} />
    </div>
  )
}

function describeRule(rule: string): string {
  if (rule === 'given plants') return 'given by you or by a test, to every user'
  if (rule !== 'fixtures') return `from the ${rule}`
  return health.value.upstream ? 'from the fixtures, for when the mock answers' : 'from the fixtures'
}

/** A plant in the editor. The id keeps a row's fields with it when another row is removed. */
type Row = { id: number; plant: ListedPlant }

/** Edits plants as rows or as JSON. */
function PlantEditor({ list, onEnd }: { list: readonly ListedPlant[]; onEnd: () => void }) {
  const rows = useSignal<readonly Row[]>(toRows(list.length > 0 ? list : [{ name: '' }]))
  /** The plants as JSON while they are edited in that form. */
  const json = useSignal<string | undefined>(undefined)
  const problem = useSignal('')
  const attemptEdit = async (edit: () => unknown): Promise<void> => {
    try {
      problem.value = ''
      await edit()
    } catch (error) {
      problem.value = `Not saved: ${messageOf(error)}`
    }
  }
  const toggle = (): void => {
    if (json.value === undefined) json.value = JSON.stringify(toPlants(rows.value), null, 2)
    else {
      rows.value = toRows(JSON.parse(json.value))
      json.value = undefined
    }
  }
  const save = async (): Promise<void> => {
    await givePlants(json.value === undefined ? toPlants(rows.value) : JSON.parse(json.value))
    announce('The mock serves these plants.')
    onEnd()
  }
  return (
    <form
      class="stack"
      aria-label="Edit plants"
      onSubmit={(event: TargetedSubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        void attemptEdit(save)
      }}
    >
      <p class="quiet">Every user gets these plants, until you go back to the usual ones.</p>
      {json.value === undefined ? (
        <Rows rows={rows} />
      ) : (
        <textarea
          aria-label="Plants as JSON"
          spellcheck={false}
          rows={16}
          value={json.value}
          onInput={onValue((text) => {
            json.value = text
          })}
        />
      )}
      <button type="button" onClick={() => attemptEdit(toggle)}>
        {json.value === undefined ? 'Edit as JSON' : 'Edit as rows'}
      </button>
      <p class="note bad" role="alert">
        {problem}
      </p>
      <p class="actions">
        <button type="submit" class="main">
          {scope.value ? `Serve to session ${scope.value}` : 'Serve to everybody'}
        </button>
        <button type="button" class="plain" onClick={onEnd}>
          Cancel
        </button>
      </p>
    </form>
  )
}

function Rows({ rows }: { rows: { value: readonly Row[] } }) {
  const list = useRef<HTMLOListElement>(null)
  const focusLast = (): void => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus()
  useEffect(() => list.current?.querySelector('input')?.focus(), [])
  const change = (id: number, changes: Partial<ListedPlant>): void => {
    rows.value = rows.value.map((row) => (row.id === id ? { id, plant: { ...row.plant, ...changes } } : row))
  }
  return (
    <>
      <ol ref={list} class="plant-rows">
        {rows.value.map(({ id, plant: { name, tag } }) => (
          <li key={id}>
            <input
              type="text"
              placeholder="name"
              aria-label="Name"
              value={name}
              onInput={onValue((value) => change(id, { name: value }))}
            />
            <input
              type="text"
              placeholder="tag"
              aria-label="Tag"
              value={tag ?? ''}
              onInput={onValue((value) => change(id, { tag: value || undefined }))}
            />
            <CrossButton
              label={`Remove ${name || 'plant'}`}
              onClick={() => {
                rows.value = rows.value.filter((row) => row.id !== id)
              }}
            />
          </li>
        ))}
      </ol>
      <button
        type="button"
        onClick={() => {
          rows.value = [...rows.value, ...toRows([{ name: '' }])]
          setTimeout(focusLast)
        }}
      >
        Add plant
      </button>
    </>
  )
}

let lastId = 0

function toRows(list: readonly ListedPlant[]): Row[] {
  return list.map((plant) => ({ id: ++lastId, plant }))
}

/** Rows without any text are left out. */
function toPlants(rows: readonly Row[]): ListedPlant[] {
  return rows.map(({ plant }) => plant).filter(({ name, tag }) => name !== '' || tag)
}
