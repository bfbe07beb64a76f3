import { notify } from '../ui/notices.ts'

/** Tells that the fixtures were read again. */
export function showReload({ files = [] }: { files?: string[] }): void {
  notify('reload', 'good', 'Fixtures reloaded', files.join(', ') || 'The mock serves what the files say now.')
}

/** Tells why they could not be, with the place. */
export function showFailedReload(failure: { file?: string; line?: number; message?: string }): void {
  const { file = 'a file of the fixtures', line, message = 'it cannot be read' } = failure
  const place = line === undefined ? file : `${file}:${line}`
  const text = message.startsWith(file) ? message : `${place}: ${message}`
  notify('reload', 'bad', 'Reload failed: the mock still serves what it had', text)
}
