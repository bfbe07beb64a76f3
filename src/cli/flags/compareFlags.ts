import { comparisonFormats } from '../../report/compare/formats.ts'
import { type Flags, inGroup } from '../config/flag.ts'
import { toComparisonDestination } from '../reports/destination.ts'

/** The flags of `plant-store compare`. */
export const compareFlags = {
  failOn: {
    type: 'string',
    value: '<what>',
    description: 'worse: end with 1 if a check got worse',
    choices: ['worse'],
  },
  ...inGroup('Reports:', {
    report: {
      type: 'repeatable',
      value: '<format[=file]>',
      description: `${Object.keys(comparisonFormats).join(', ')}; repeatable`,
      default: [{ format: 'terminal' as const }],
      defaultText: 'terminal',
      parse: toComparisonDestination,
    },
  }),
} as const satisfies Flags
