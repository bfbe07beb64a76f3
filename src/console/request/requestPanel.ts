import { getState, onState } from '../state/store.ts'
import { announce } from '../ui/announce.ts'
import { createCopyButton } from '../ui/createCopyButton.ts'
import { element, find } from '../ui/element.ts'
import { findFault } from './findFault.ts'
import { buildRequestUrl, type FormRequest } from './formRequest.ts'
import { renderResponse } from './renderResponse.ts'
import { countOptions, readForm, startRequestForm } from './requestForm.ts'
import { sendRequest } from './sendRequest.ts'
import { snippets } from './snippets.ts'

/** Starts the request form. */
export function startRequestPanel(): void {
  startRequestForm()
  const form = find('request-form', HTMLFormElement)
  find('snippet-copy', HTMLElement).append(
    createCopyButton('code', () => find('snippet', HTMLElement).innerText),
  )
  form.addEventListener('input', showRequest)
  for (const name of Object.keys(snippets))
    find(`as-${name}`, HTMLInputElement).addEventListener('change', showRequest)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void sendOrCancel()
  })
  // The reset event fires before the fields are cleared.
  form.addEventListener('reset', () => setTimeout(showRequest))
  onState(['users', 'health', 'scenario'], showRequest)
  onState(['scenario', 'scope', 'settings', 'plants'], markOld)
}

/** Shows the request that the form would send. */
function showRequest(): void {
  const request = readForm()
  find('token-field', HTMLElement).hidden = find('user', HTMLSelectElement).value !== 'other'
  find('limit-empty', HTMLInputElement).disabled = find('limit', HTMLInputElement).value !== ''
  const options = countOptions()
  find('option-count', HTMLElement).textContent = options === 0 ? '' : `${options} set`
  find('target', HTMLElement).replaceChildren(
    element('span', { class: 'base' }, request.base),
    buildRequestUrl(request).slice(request.base.length),
  )
  const [language, write] =
    Object.entries(snippets).find(([name]) => find(`as-${name}`, HTMLInputElement).checked) ?? []
  find('snippet', HTMLElement).textContent = write?.(request) ?? ''
  find('snippet-note', HTMLElement).textContent = language === 'url' ? explainUrl(request) : ''
}

function explainUrl({ user, token }: FormRequest): string {
  if (user === undefined && token !== undefined)
    return 'This URL can’t include the token. Send it in an Authorization header.'
  return 'Use this URL where you can’t set headers: in a link, an image or the address bar.'
}

let pending: AbortController | undefined
/** What the mock served when the response was sent. */
let servedThen: string | undefined

/** What decides about responses. */
function describeServed(): string {
  const { scenario, settings, plants } = getState()
  return JSON.stringify([scenario.scenario, scenario.sessions, settings, plants.rule, plants.users])
}

/** Says so if the mock would answer differently now. */
function markOld(): void {
  const isOld = servedThen !== undefined && servedThen !== describeServed()
  find('response', HTMLElement).classList.toggle('old', isOld)
  find('response-old', HTMLElement).hidden = !isOld
}

async function sendOrCancel(): Promise<void> {
  if (pending) return pending.abort()
  pending = new AbortController()
  const submit = find('send', HTMLButtonElement)
  const response = find('response', HTMLElement)
  submit.textContent = 'Stop'
  response.setAttribute('aria-busy', 'true')
  const request = readForm()
  servedThen = describeServed()
  const outcome = await sendRequest(request, pending.signal)
  const mayHaveFault = outcome.kind === 'failed' || outcome.kind === 'incomplete'
  const { announcement, nodes } = renderResponse(outcome, mayHaveFault ? await findFault(request) : undefined)
  pending = undefined
  submit.textContent = 'Send'
  response.removeAttribute('aria-busy')
  response.replaceChildren(...nodes)
  markOld()
  announce(announcement)
}
