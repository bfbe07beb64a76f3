import type { Flag } from './flag.ts'

/** `--config`, for each command that has flags. */
export const configFlag = {
  type: 'string',
  value: '<file>',
  description: 'configuration file',
  defaultText: 'plant-store.config.{ts,js,json,yaml}, if present',
} as const satisfies Flag
