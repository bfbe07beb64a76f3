/** The CSS class that colours an HTTP status. */
export function statusClass(status: number): string {
  if (status >= 500) return 'status bad'
  if (status >= 400) return 'status warn'
  return status >= 200 ? 'status good' : 'status bad'
}
