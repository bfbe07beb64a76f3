import { callControl } from '../control.ts'
import { messageOf } from '../messageOf.ts'
import { element, find } from '../ui/element.ts'
import { type JsonObject, readText, toObject } from './json.ts'
import { listOperations } from './operations.ts'
import { renderOperation } from './renderOperation.ts'
import { renderMembers } from './renderSchema.ts'

/** Starts the reference: it is loaded when it is first opened, and again after the contract has changed. */
export function startReference(): void {
  const showIfOpen = (): void => {
    if (location.hash === '#reference') void show()
  }
  addEventListener('hashchange', showIfOpen)
  showIfOpen()
}

async function show(): Promise<void> {
  const place = find('reference-body', HTMLElement)
  try {
    place.replaceChildren(...renderReference(await callControl<JsonObject>('GET', '/openapi.json')))
  } catch (error) {
    const problem = `The contract cannot be shown: ${messageOf(error)}`
    place.replaceChildren(element('p', { class: 'note bad' }, problem))
  }
}

function renderReference(contract: JsonObject): Node[] {
  const info = toObject(contract.info)
  const schemas = Object.entries(toObject(toObject(contract.components).schemas))
  return [
    element(
      'header',
      {},
      element(
        'div',
        { class: 'title' },
        element(
          'h2',
          {},
          readText(info.title),
          ' ',
          element('span', { class: 'tag' }, readText(info.version)),
        ),
        element('a', { href: '/__admin/openapi.yaml', target: '_blank' }, 'openapi.yaml'),
      ),
      element('p', { class: 'quiet' }, readText(info.description)),
    ),
    ...listOperations(contract).map((operation) => renderOperation(operation, contract)),
    ...(schemas.length > 0 ? [element('h3', {}, 'Schemas')] : []),
    ...schemas.map(([name, schema]) =>
      element(
        'article',
        { class: 'schema' },
        element('h4', {}, name),
        element('p', { class: 'quiet' }, readText(toObject(schema).description)),
        renderMembers(schema, contract),
      ),
    ),
  ]
}
