import { openControl } from '../control.ts'
import { element } from '../ui/element.ts'

/** Downloads the journal as an HTTP Archive. A link could not send the admin token. */
export async function exportHar(): Promise<void> {
  const response = await openControl('/requests?format=har', { method: 'GET' })
  const url = URL.createObjectURL(await response.blob())
  element('a', { href: url, download: 'plant-store.har' }).click()
  setTimeout(() => URL.revokeObjectURL(url))
}
