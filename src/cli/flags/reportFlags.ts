import { reportFormats } from '../../report/reporters.ts'
import { type Flags, inGroup } from '../config/flag.ts'
import { toDestination } from '../reports/destination.ts'

/** The flags of commands that write reports. */
export const reportFlags = inGroup('Reports:', {
  /** Each a format, or a format and its file: 'junit=report.xml'. */
  report: {
    type: 'repeatable',
    value: '<format[=file]>',
    description: `${reportFormats.join(', ')}; repeatable`,
    detail: 'to standard output unless you name a file, and each to a different destination',
    default: [{ format: 'terminal' }],
    defaultText: 'terminal',
    parse: toDestination,
  },
  verbose: {
    type: 'boolean',
    description: 'show every check in the terminal report',
    detail: 'and what was not tested',
  },
  contractPath: {
    type: 'string',
    value: '<file>',
    description: 'your copy of the contract',
    detail: 'reports for GitHub and GitLab show findings on its lines',
    defaultText: 'the file of --contract',
  },
} as const satisfies Flags)
