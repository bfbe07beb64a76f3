/** The path of the control API. It does not depend on the base path. */
export const ROOT = '/__admin'

/** Whether a request goes to the control API. */
export function isControl(target: string): boolean {
  return target === ROOT || target.startsWith(`${ROOT}/`) || target.startsWith(`${ROOT}?`)
}
