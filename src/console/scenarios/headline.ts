import { callControl } from '../control.ts'
import { describeSettings } from '../settings/describeSettings.ts'
import { clearSettings } from '../settings/settings.ts'
import { loadPlants } from '../state/load.ts'
import { type ConsoleState, getChosenScenario, getState, onState } from '../state/store.ts'
import { crossButton, element, find } from '../ui/element.ts'
import { formatPlants } from '../ui/format.ts'
import { notifyOnError } from '../ui/notifyOnError.ts'
import { renderText } from '../ui/renderText.ts'
import { describeService, isServiceAlone } from './describeService.ts'
import { chooseScenario } from './scenarios.ts'

/** Starts the headline: what everybody, or the chosen session, gets at the moment. */
export function startHeadline(): void {
  find('back-to-normal', HTMLElement).addEventListener('click', () => chooseScenario('normal'))
  find('fail-next', HTMLElement).addEventListener('click', () => notifyOnError(() => giveResponses([503])))
  onState(['scenario', 'scope', 'settings', 'plants', 'health'], show)
}

function show(state: Readonly<ConsoleState>): void {
  const { scope, scenario } = state
  const chosen = getChosenScenario(state)
  const isReal = isServiceAlone(state)
  const summary = isReal ? undefined : scenario.scenarios.find(({ name }) => name === chosen)
  find('scenario-who', HTMLElement).replaceChildren(
    ...renderText(scope === undefined ? 'Everybody' : scope || 'This session'),
    ' gets:',
  )
  find('scenario-current', HTMLElement).textContent = isReal ? 'the real service' : chosen
  find('scenario-preview', HTMLElement).replaceChildren(...renderPreview(summary?.preview ?? ''))
  find('scenario-title', HTMLElement).textContent = summary?.title ?? ''
  find('scenario-service', HTMLElement).textContent = describeService(state) ?? ''
  find('back-to-normal', HTMLElement).hidden = chosen === 'normal'
  find('scenario-extras', HTMLElement).replaceChildren(...listExtras(state))
}

/** Each status of a preview has the colour of its class. */
function renderPreview(preview: string): Node[] {
  const parts = preview.split(/(\b[2-5]\d\d\b)/)
  return parts.map((part, index) =>
    index % 2 === 1
      ? element('span', { class: `code-${part[0]}` }, part)
      : document.createTextNode(part.replaceAll(', ', ' → ')),
  )
}

/** What is in effect besides the scenario, each with a button that ends it. */
function listExtras({ scope, scenario, settings, plants }: Readonly<ConsoleState>): HTMLElement[] {
  const parts = describeSettings(settings)
  const given = plants.rule === 'given plants' ? plants.users[0]?.total : undefined
  return [
    ...(parts.length > 0
      ? [renderExtra([`Settings: ${parts.join(', ')}`], 'Clear settings', () => clearSettings())]
      : []),
    ...(plants.responses === 0
      ? []
      : [
          renderExtra([describeResponses(plants.responses)], 'Drop these responses', () => giveResponses([])),
        ]),
    ...(given === undefined
      ? []
      : [
          renderExtra(
            [`Plants of your own: ${formatPlants(given)}`],
            'Back to the usual plants',
            resetPlants,
          ),
        ]),
    ...Object.entries(scenario.sessions)
      .filter(([session]) => session !== scope)
      .map(([session, name]) =>
        renderExtra(
          [element('bdi', {}, ...renderText(session)), `: ${name}`],
          `End the scenario of session ${session}`,
          () => callControl('PUT', '/scenario', { scenario: null, session }),
        ),
      ),
  ]
}

function renderExtra(text: (Node | string)[], label: string, end: () => unknown): HTMLElement {
  return element(
    'li',
    { class: 'extra' },
    element('span', {}, ...text),
    crossButton(label, () => notifyOnError(end)),
  )
}

function describeResponses(count: number): string {
  return `First: ${count} given ${count === 1 ? 'response' : 'responses'}`
}

/** Replaces the responses to the next requests, of everybody or of the chosen session. */
async function giveResponses(responses: readonly number[]): Promise<void> {
  const { scope } = getState()
  await callControl('PUT', '/responses', { responses, ...(scope && { session: scope }) })
  await loadPlants()
}

/** Serves the usual plants again, to everybody or to the chosen session. */
export async function resetPlants(): Promise<void> {
  const { scope } = getState()
  await callControl('PUT', '/plants', { plants: null, ...(scope && { session: scope }) })
  await loadPlants()
}
