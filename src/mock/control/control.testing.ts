import type { MockOptions } from '../mockOptions.ts'
import { startTestMock } from '../startMock.testing.ts'
import type { Mock } from '../startMock.ts'

/** Starts a mock until the end of the test. `admin` is the URL of its control API. */
export async function startAdmin(options: MockOptions = {}): Promise<{ mock: Mock; admin: string }> {
  const mock = await startTestMock(options)
  return { mock, admin: `http://127.0.0.1:${mock.port}/__admin` }
}

/** Sends a request and parses the response as JSON. */
export async function call(
  url: string,
  method = 'GET',
  body?: unknown,
  headers: Record<string, string> = {},
) {
  const response = await fetch(url, {
    method,
    headers,
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    json: text === '' ? undefined : JSON.parse(text),
  }
}
