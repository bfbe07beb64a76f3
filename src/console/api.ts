import type { Scenario, ScenarioGroup } from '../mock/scenarios/scenario.ts'
import type { MockWhen } from '../mock/upstream/upstream.ts'

export type { Entry, EntryDetails } from '../mock/control/journal.ts'

/** The fields of the response to `GET /__admin/health` that the page uses. */
export type HealthSummary = {
  version: string
  baseUrl: string
  contract: {
    title: string
    version: string
    path: string
    limitName: string
  }
  /** The mock's address for pages, if the mock runs inside a development server. */
  page?: { baseUrl: string; envPrefix: string }
  /** The service behind the mock, and the responses of this service that the mock replaces. */
  upstream?: { url: string; mockWhen: readonly MockWhen[] }
}

/** A user in `GET /__admin/users`. */
export type UserSummary = { name: string; token: string; plants: number }

/** A scenario in `GET /__admin/scenario`. */
export type ScenarioSummary = Pick<Scenario, 'name' | 'title'> & {
  group: ScenarioGroup
  preview: string
}

/** The response to `GET /__admin/scenario`. */
export type ScenarioState = {
  scenario: string
  /** The scenario of each session that has its own scenario. */
  sessions: Record<string, string>
  scenarios: readonly ScenarioSummary[]
}

/** The response to `GET /__admin/plants`: the first plants of each user, the rule for these plants, and the number of queued responses. */
export type PlantsState = {
  rule: string
  responses: number
  users: readonly { name: string; total: number; plants: readonly unknown[] }[]
}

/** An error response from the control API. */
export class ControlError extends Error {}

/** Sends a request to the control API and returns the JSON of its response. */
export async function callControl<Body>(method: string, path: string, body?: unknown): Promise<Body> {
  const json = { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }
  const response = await openControl(path, { method, ...(body !== undefined && json) })
  return (await response.json()) as Body
}

/** The key under which this tab stores the admin token. */
const TOKEN_KEY = 'plant-store-admin-token'
let isDeclined = false

/** Sends a request to the control API, and asks for the admin token if necessary. Rejects with a ControlError for an error response. */
export async function openControl(path: string, init: RequestInit = {}): Promise<Response> {
  const token = sessionStorage.getItem(TOKEN_KEY)
  const headers = new Headers(init.headers)
  if (token !== null) headers.set('Authorization', `Bearer ${token}`)
  const response = await fetch(`/__admin${path}`, {
    ...init,
    headers,
    cache: 'no-store',
    credentials: 'omit',
  })
  if (response.ok) return response
  const message = await readMessage(response)
  if ((response.status === 401 || response.status === 403) && !isDeclined) {
    // The user may already have entered the token for another request.
    const entered = sessionStorage.getItem(TOKEN_KEY) !== token || askForToken(message)
    if (entered) return openControl(path, init)
  }
  throw new ControlError(message)
}

function askForToken(reason: string): boolean {
  const token = prompt(
    `${reason}\n\nEnter the admin token, the value of --admin-token. This page keeps the token until you close the tab.`,
  )
  isDeclined = !token
  if (token) sessionStorage.setItem(TOKEN_KEY, token)
  return !isDeclined
}

async function readMessage(response: Response): Promise<string> {
  // If a proxy sent the error, the body may have no message.
  const body: unknown = await response.json().catch(() => undefined)
  if (typeof body === 'object' && body !== null && 'message' in body) return String(body.message)
  return `the control API returned ${response.status}`
}
