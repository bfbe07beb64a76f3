import { adminToken, askForAdminToken } from './adminToken.ts'

/** An answer of the control API that is no success. */
export class ControlError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Asks the control API and reads its JSON. */
export async function control<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await openControl(path, {
    method,
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    }),
  })
  return (await response.json()) as Answer
}

let declined = false

/** Asks the control API, if need be once more with the admin's token. Rejects with a ControlError when it refuses. */
export async function openControl(path: string, init: RequestInit): Promise<Response> {
  const token = adminToken()
  const headers = new Headers(init.headers)
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`)
  const response = await fetch(`/__admin${path}`, {
    ...init,
    headers,
    cache: 'no-store',
    credentials: 'omit',
  })
  if (response.ok) return response
  const message = await messageOf(response)
  const refused = response.status === 401 || response.status === 403
  if (refused && !declined) {
    // While it was under way another request may have asked.
    const renewed = adminToken() !== token || (await askForAdminToken(message))
    if (renewed) return openControl(path, init)
    declined = true
  }
  throw new ControlError(response.status, message)
}

async function messageOf(response: Response): Promise<string> {
  try {
    const { message } = (await response.json()) as { message?: unknown }
    if (typeof message === 'string') return message
  } catch {}
  return `the control API answered ${response.status}`
}
