import { FlagError } from '../errors.ts'

const ON = ['1', 'true']
const OFF = ['0', 'false', '']

/** Whether an environment variable turns its switch on. */
export function isSwitchOn(variable: string): boolean {
  return ON.includes(process.env[variable] ?? '')
}

/** Throws a UsageError for a value that is neither on nor off: `no` must not mean yes. */
export function checkSwitch(variable: string): void {
  const text = process.env[variable] ?? ''
  if (![...ON, ...OFF].includes(text))
    throw new FlagError(variable, `expected 1, true, 0, false or nothing, got "${text}"`)
}
