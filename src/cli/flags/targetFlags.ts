import type { Flags } from '../config/flag.ts'
import { toHeader, toNumber, toResolution, toToken } from '../verify/inputs.ts'
import { routeFlags } from './routeFlags.ts'

/** The flags that say where one server is, who starts it, and which users it knows. */
export const targetFlags = {
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
    description:
      'YAML or JSON file that lists the plants, and their tags, that each token must and must not see',
  },
  /** Headers for every request, each 'Name: value'. */
  header: {
    type: 'repeatable',
    value: '<header>',
    description: "header for every request, such as 'X-Tenant: blue'; repeatable",
    secret: true,
    default: [],
    defaultText: 'none',
    parse: toHeader,
  },
  /** Addresses of hosts, each 'host:port:address'. */
  resolve: {
    type: 'repeatable',
    value: '<host:port:address>',
    description: 'connect to ADDRESS for HOST:PORT, like curl --resolve; repeatable',
    default: [],
    defaultText: 'none',
    parse: toResolution,
  },
  ...routeFlags,
  start: {
    type: 'string',
    value: '<command>',
    description:
      'shell command that starts the server; the run ends it. {port} in the command and in the base URL is a free port',
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
    description: 'wait this long for a server that is starting',
    defaultText: '0; with --start, 30',
    parse: toNumber('a number of seconds', 0, 86_400),
  },
} as const satisfies Flags
