import createClient from 'openapi-fetch'
import type { paths } from 'plant-store-kit/types'

const query = new URLSearchParams(location.search)
const client = createClient<paths>({
  baseUrl: query.get('store') ?? 'http://127.0.0.1:4010',
  ...(query.has('mock') && { fetch: await mockInPage(query.get('mock') ?? 'normal') }),
})

/** For a preview without a server: `?mock=empty`. */
async function mockInPage(scenario: string): Promise<(request: Request) => Promise<Response>> {
  const { createMock } = await import('plant-store-kit/fetch')
  return createMock({ settings: { scenario } }).fetch
}

async function show(form: FormData): Promise<void> {
  const { token = '', limit = '' } = Object.fromEntries(form) as Record<string, string>
  showStatus('Loading…')
  try {
    const { data, error } = await client.GET('/plants', {
      headers: token === '' ? {} : { Authorization: `Bearer ${token}` },
      params: { query: limit === '' ? {} : { limit: Number(limit) } },
    })
    if (error) showStatus(`That did not work: ${error.message}`)
    else if (data.length === 0) showStatus('No plants yet.')
    else
      showStatus(
        `${data.length} plants`,
        data.map(({ name, tag }) => (tag ? `${name} (${tag})` : name)),
      )
  } catch {
    showStatus('The store cannot be reached.')
  }
}

function showStatus(status: string, names: readonly string[] = []): void {
  const items = names.map((name) => Object.assign(document.createElement('li'), { textContent: name }))
  document.querySelector('ul')?.replaceChildren(...items)
  document.querySelector('[role=status]')?.replaceChildren(status)
}

const form = document.forms[0] as HTMLFormElement
form.addEventListener('submit', (event) => {
  event.preventDefault()
  show(new FormData(form))
})
show(new FormData(form))
