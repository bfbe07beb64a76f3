/** The class that colours a status. */
export function statusClass(status: number): string {
  if (status >= 500) return 'status bad'
  if (status >= 400) return 'status odd'
  return status >= 200 ? 'status good' : 'status bad'
}
