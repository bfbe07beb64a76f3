import { announce } from '../ui/announce.ts'
import { copyButton } from '../ui/copy.ts'
import { element, find } from '../ui/element.ts'
import { answerView } from './answerView.ts'
import { type Asked, addressOf } from './asked.ts'
import { faultOf } from './faultOf.ts'
import { readForm, showFaults } from './requestForm.ts'
import { type Outcome, send } from './send.ts'
import { snippets } from './snippets.ts'

/** Makes the request form work. */
export function startRequest(): void {
  const form = find('request-form', HTMLFormElement)
  showFaults(find('prefer-fault', HTMLSelectElement))
  find('snippet-copy', HTMLElement).append(
    copyButton('this code', () => find('snippet', HTMLElement).innerText),
  )
  // On a phone they would fill the screen.
  find('preferences', HTMLDetailsElement).open = matchMedia('(min-width: 40rem)').matches
  form.addEventListener('input', showRequest)
  for (const name of Object.keys(snippets))
    find(`as-${name}`, HTMLInputElement).addEventListener('change', showRequest)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void sendOrCancel()
  })
  // A form that was reset tells so before its fields are empty.
  form.addEventListener('reset', () => setTimeout(showRequest))
}

/** Shows what the form would send. */
export function showRequest(): void {
  const asked = readForm()
  find('token-field', HTMLElement).hidden = find('who', HTMLSelectElement).value !== 'other'
  find('limit-empty', HTMLInputElement).disabled = find('limit', HTMLInputElement).value !== ''
  const chosen = asked.preferences.length + (asked.session === undefined ? 0 : 1)
  find('preference-count', HTMLElement).textContent = chosen === 0 ? '' : `${chosen} set`
  find('target', HTMLElement).textContent = `GET ${addressOf(asked)}`
  const way = Object.entries(snippets).find(([name]) => find(`as-${name}`, HTMLInputElement).checked)
  find('snippet', HTMLElement).textContent = way?.[1](asked) ?? ''
  find('snippet-note', HTMLElement).textContent = noteOn(asked, way?.[0])
}

function noteOn({ user, token }: Asked, way: string | undefined): string {
  if (way !== 'address') return ''
  if (user === undefined && token !== undefined)
    return 'The token has to be sent with it: it has no place in an address.'
  return 'Reaches the same state where no header can be set: in a link, an image, a browser’s address bar.'
}

let underWay: AbortController | undefined

async function sendOrCancel(): Promise<void> {
  if (underWay) return underWay.abort()
  underWay = new AbortController()
  const submit = find('send', HTMLButtonElement)
  const answer = find('answer', HTMLElement)
  submit.textContent = 'Stop'
  answer.setAttribute('aria-busy', 'true')
  const asked = readForm()
  const outcome = await send(asked, underWay.signal)
  const { line, nodes } = answerView(outcome, await causeOf(outcome, asked))
  underWay = undefined
  submit.textContent = 'Send'
  answer.removeAttribute('aria-busy')
  answer.replaceChildren(element('h3', {}, 'Answer'), ...nodes)
  answer.scrollIntoView({ block: 'nearest' })
  announce(line)
}

function causeOf({ kind }: Outcome, asked: Asked): Promise<string | undefined> | undefined {
  return kind === 'failed' || kind === 'broken' ? faultOf(asked) : undefined
}
