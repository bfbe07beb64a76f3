import { askForAdminToken, readAdminToken } from './adminToken.ts'

/** An error response from the control API. */
export class ControlError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Sends a request to the control API and returns the JSON of its response. */
export async function callControl<Body>(method: string, path: string, body?: unknown): Promise<Body> {
  const response = await openControl(path, {
    method,
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    }),
  })
  return (await response.json()) as Body
}

let declined = false

/** Sends a request to the control API. Asks for the admin token if the API requires one. Rejects with a ControlError. */
export async function openControl(path: string, init: RequestInit): Promise<Response> {
  const token = readAdminToken()
  const headers = new Headers(init.headers)
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`)
  const response = await fetch(`/__admin${path}`, {
    ...init,
    headers,
    cache: 'no-store',
    credentials: 'omit',
  })
  if (response.ok) return response
  const message = await readMessage(response)
  const unauthorized = response.status === 401 || response.status === 403
  if (unauthorized && !declined) {
    // Another request may have asked for the token in the meantime.
    const renewed = readAdminToken() !== token || (await askForAdminToken(message))
    if (renewed) return openControl(path, init)
    declined = true
  }
  throw new ControlError(response.status, message)
}

async function readMessage(response: Response): Promise<string> {
  try {
    const { message } = (await response.json()) as { message?: unknown }
    if (typeof message === 'string') return message
  } catch {
    // A proxy may have sent the error: it has no message of the control API.
  }
  return `the control API returned ${response.status}`
}
