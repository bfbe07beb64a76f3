import type { TargetedSubmitEvent } from 'preact'
import { useState } from 'preact/hooks'
import { PlantCards, readPlants } from './body.tsx'
import { attempt, messageOf } from './notices.ts'
import { givePlants, health, plants, session } from './state.ts'
import { Button, Field, formatPlants, Options, onValue } from './ui.tsx'

/** Shows the plants of the chosen user, and an editor for the plants. */
export function Plants() {
  const [chosen, choose] = useState('')
  const [isEditing, setEditing] = useState(false)
  const { users, rule } = plants.value
  const { name, total = 0, plants: first } = users.find((user) => user.name === chosen) ?? users[0] ?? {}
  const list = readPlants(JSON.stringify(first)) ?? []
  const isWhole = list.length === total
  if (isEditing) return <PlantEditor text={JSON.stringify(list, null, 2)} onEnd={() => setEditing(false)} />
  return (
    <div id="plants-body" class="stack">
      <div class="row">
        <Field label="User">
          <select value={name} onInput={onValue(choose)}>
            <Options list={users.map((user) => [user.name, `${user.name} (${formatPlants(user.total)})`])} />
          </select>
        </Field>
        {isWhole && <Button onClick={() => setEditing(true)}>Edit</Button>}
        {rule === 'given plants' && (
          <Button onClick={() => attempt(() => givePlants(null))}>Restore the usual plants</Button>
        )}
      </div>
      <p class="quiet">
        {describeRule(rule)}
        {!isWhole && ` These are the first ${list.length} of ${formatPlants(total)}, too many to edit.`}
      </p>
      <PlantCards key={name} plants={list} />
    </div>
  )
}

function describeRule(rule: string): string {
  if (rule === 'given plants') return 'This console or a test has set these plants for every user.'
  if (rule !== 'fixtures') return `From the ${rule}.`
  return health.value.upstream ? 'If the mock answers, it returns these plants.' : 'From the fixtures.'
}

/** Edits plants as JSON. */
function PlantEditor({ text, onEnd }: { text: string; onEnd: () => void }) {
  const [json, setJson] = useState(text)
  const [problem, setProblem] = useState('')
  const save = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    try {
      await givePlants(JSON.parse(json))
      onEnd()
    } catch (error) {
      setProblem(`Not saved: ${messageOf(error)}`)
    }
  }
  return (
    <form class="stack" onSubmit={save}>
      <p class="quiet">
        {`Every user${session.value ? ` in session ${session.value}` : ''} gets these plants until you restore the usual plants.`}
      </p>
      <textarea aria-label="Plants as JSON" rows={16} value={json} onInput={onValue(setJson)} />
      <p class="problem" role="alert">
        {problem}
      </p>
      <p class="row">
        <button type="submit" class="main">
          Serve to {session.value ? `session ${session.value}` : 'everybody'}
        </button>
        <Button class="plain" onClick={onEnd}>
          Cancel
        </Button>
      </p>
    </form>
  )
}
