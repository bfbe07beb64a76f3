import { renderJson } from '../request/renderJson.ts'
import { createTabs } from '../ui/createTabs.ts'
import { element } from '../ui/element.ts'
import { statusClass } from '../ui/statusClass.ts'
import { type JsonObject, readText, resolve, toObject } from './json.ts'
import type { Operation } from './operations.ts'
import { describeType, renderMembers } from './renderSchema.ts'

/** Renders an operation: its parameters, and its responses with their schemas and examples. */
export function renderOperation(
  { method, path, description, parameters, security }: Operation,
  contract: JsonObject,
): HTMLElement {
  return element(
    'article',
    { class: 'operation stack' },
    element(
      'div',
      {},
      element('h3', {}, element('span', { class: 'method' }, method), ' ', element('code', {}, path)),
      element('p', {}, readText(description.description ?? description.summary)),
    ),
    element('h4', {}, 'Authentication'),
    element('p', {}, security.map((name) => describeScheme(name, contract)).join(' or ') || 'None'),
    ...(parameters.length > 0
      ? [element('h4', {}, 'Parameters'), renderParameters(parameters, contract)]
      : []),
    element('h4', {}, 'Responses'),
    ...Object.entries(toObject(description.responses)).map(([status, response]) =>
      renderResponse(status, resolve(response, contract), contract),
    ),
  )
}

function describeScheme(name: string, contract: JsonObject): string {
  const scheme = resolve(toObject(toObject(contract.components).securitySchemes)[name], contract)
  if (scheme.type === 'http' && scheme.scheme === 'bearer')
    return 'A bearer token in the Authorization header'
  return readText(scheme.description) || name
}

function renderParameters(parameters: readonly JsonObject[], contract: JsonObject): HTMLElement {
  const rows = parameters.map(({ name, in: place, required, schema, description }) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, element('code', {}, readText(name))),
      element('td', {}, describeType(schema, contract)),
      element('td', {}, `in the ${readText(place)}, ${required === true ? 'required' : 'optional'}`),
      element('td', {}, readText(description)),
    ),
  )
  return element('div', { class: 'table' }, element('table', {}, element('tbody', {}, ...rows)))
}

function renderResponse(status: string, response: JsonObject, contract: JsonObject): HTMLElement {
  const content = Object.entries(toObject(response.content))
  return element(
    'section',
    { class: 'response-shape', 'aria-label': `Response ${status}` },
    element(
      'p',
      { class: 'headline' },
      element('strong', { class: statusClass(Number.parseInt(status, 10) || 500) }, status),
      element('span', {}, readText(response.description)),
    ),
    ...content.map(([mediaType, body]) => renderContent(mediaType, toObject(body), contract)),
  )
}

function renderContent(mediaType: string, body: JsonObject, contract: JsonObject): HTMLElement {
  const schema = resolve(body.schema, contract)
  const members = schema.type === 'array' ? schema.items : body.schema
  const examples = Object.entries(toObject(body.examples)).map(([name, example]) => ({
    label: name,
    render: () => renderExample(resolve(example, contract)),
  }))
  const tabs = examples.length > 0 ? createTabs('Examples', examples) : undefined
  return element(
    'div',
    { class: 'columns' },
    element(
      'div',
      {},
      element('p', { class: 'quiet' }, `${mediaType}, ${describeType(body.schema, contract)}`),
      renderMembers(members, contract),
    ),
    ...(tabs ? [element('div', { class: 'examples' }, tabs.list, tabs.panel)] : []),
  )
}

function renderExample({ summary, value }: JsonObject): HTMLElement {
  return element(
    'div',
    {},
    element('pre', {}, ...renderJson(JSON.stringify(value, null, 2))),
    element('p', { class: 'quiet' }, readText(summary)),
  )
}
