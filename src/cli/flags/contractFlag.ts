import type { Flag } from '../config/flag.ts'

/** `--contract`, for each command that reads the description. */
export const contractFlag = {
  type: 'string',
  value: '<file>',
  description: 'OpenAPI 3.1 file of the next revision',
  detail: 'see docs/contract.md',
  defaultText: "the kit's own",
} as const satisfies Flag
