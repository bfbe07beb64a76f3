import type { Option } from '../ui/fillSelect.ts'
import { faultNames } from './faults.ts'

/** Each value is a preference. */
export const speeds: readonly Option[] = [
  ['', 'as it comes'],
  ['delay=300', '300 ms'],
  ['delay=2000', '2 seconds'],
  ['delay=30000', '30 seconds, for timeouts'],
  ['delay=4g', '4G network'],
  ['delay=slow-3g', 'slow 3G network'],
]

export const faultOptions: readonly Option[] = Object.entries(faultNames)

/** The groups of responses that a request can ask for. */
export function listOutcomes(
  examples: readonly { name: string; status: number }[],
): Readonly<Record<string, readonly Option[]>> {
  return {
    Errors: [
      ['code=400', '400 Bad Request'],
      ['code=401', '401 Unauthorized'],
      ['code=403', '403 Forbidden'],
      ['code=404', '404 Not Found'],
      ['code=429', '429 Too Many Requests'],
      ['code=500', '500 Internal Server Error'],
      ['code=503', '503 Service Unavailable'],
    ],
    Connection: faultOptions.map(([fault, label]) => [`fault=${fault}`, label]),
    'Examples of the contract': examples.map(({ name, status }) => [
      `example=${JSON.stringify(name)}`,
      `${name} (${status})`,
    ]),
  }
}
