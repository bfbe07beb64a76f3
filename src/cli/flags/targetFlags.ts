import { type Flags, inGroup } from '../config/flag.ts'
import { toHeader, toNumber, toResolution, toToken } from '../verify/inputs.ts'
import { routeFlags } from './routeFlags.ts'

/** The flags that say where one server is, who starts it, and which users it knows. */
export const targetFlags = {
  ...inGroup('Users:', {
    token: {
      type: 'string',
      value: '<token>',
      description: 'bearer token of a user with at least two plants',
      secret: true,
      parse: toToken,
    },
    tokenCommand: {
      type: 'string',
      value: '<command>',
      description: 'shell command that prints the token',
    },
    /** Tokens of the second user, the third, … */
    otherToken: {
      type: 'repeatable',
      value: '<token>',
      description: 'bearer token of another user; repeatable',
      secret: true,
      default: [],
      defaultText: 'none',
      parse: toToken,
    },
    expect: {
      type: 'string',
      value: '<file>',
      description: 'plants that each token must and must not see',
      detail: 'YAML or JSON, also with their tags',
    },
  }),
  ...inGroup('Requests:', {
    /** Headers for every request, each 'Name: value'. */
    header: {
      type: 'repeatable',
      value: '<header>',
      description: "header of every request, 'Name: value'; repeatable",
      secret: true,
      default: [],
      defaultText: 'none',
      parse: toHeader,
    },
    /** Addresses of hosts, each 'host:port:address'. */
    resolve: {
      type: 'repeatable',
      value: '<host:port:ip>',
      description: 'use this address for HOST:PORT; repeatable',
      default: [],
      defaultText: 'none',
      parse: toResolution,
    },
    ...routeFlags,
  }),
  ...inGroup('Starting the server:', {
    start: {
      type: 'string',
      value: '<command>',
      description: 'start the server; {port} is a free port',
      detail: 'a shell command, which the run ends; {port} works in the base URL, too',
    },
    startCwd: {
      type: 'string',
      value: '<folder>',
      description: 'folder in which to start it',
      defaultText: 'the current folder',
    },
    startLog: {
      type: 'string',
      value: '<file>',
      description: 'file for what it prints',
      defaultText: 'shown if it ends by itself',
    },
    waitTimeout: {
      type: 'number',
      value: '<seconds>',
      description: 'wait until the server answers',
      defaultText: '0, or 30 with --start',
      parse: toNumber('a number of seconds', 0, 86_400),
    },
  }),
  baseline: {
    type: 'string',
    value: '<file>',
    description: 'known findings, which do not fail the run',
    detail: 'YAML or JSON; {name} in the path is the name of the target',
  },
} as const satisfies Flags
