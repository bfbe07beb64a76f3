import type { Flags } from '../config/flag.ts'

/** The flags that say how to reach the server. They have curl's names. */
export const routeFlags = {
  proxy: {
    type: 'string',
    value: '<url>',
    description: 'HTTP proxy, which must allow CONNECT',
    secret: true,
    defaultText: 'HTTP_PROXY or HTTPS_PROXY, except for the hosts in NO_PROXY and this machine',
  },
  unixSocket: {
    type: 'string',
    value: '<path>',
    description: 'connect to this Unix domain socket',
  },
  cacert: {
    type: 'string',
    value: '<file>',
    description: 'authorities to trust besides the usual ones (PEM)',
  },
  cert: { type: 'string', value: '<file>', description: "the client's certificate (PEM)" },
  key: { type: 'string', value: '<file>', description: 'its private key (PEM)' },
  insecure: { type: 'boolean', description: 'accept every certificate; each report says so' },
} as const satisfies Flags
