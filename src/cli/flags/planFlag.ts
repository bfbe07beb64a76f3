import { planNames } from '../../judge/verifyOptions.ts'
import type { Flag } from '../config/flag.ts'

/** `--plan`: which requests to send. */
export const planFlag = {
  type: 'string',
  value: '<name>',
  description: 'full, or monitor: at most 20 requests',
  detail: 'monitor is for a server in production, on a timer',
  default: 'full',
  choices: planNames,
} as const satisfies Flag
