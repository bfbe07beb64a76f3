/** Where the control API is, whatever the base path. */
export const ROOT = '/__admin'

/** Whether a request is meant for the control API. */
export function isControl(target: string): boolean {
  return target === ROOT || target.startsWith(`${ROOT}/`) || target.startsWith(`${ROOT}?`)
}
