/** A plant that a user must see: its name, and its tag if the tag matters. */
export type ExpectedPlant = string | { name: string; tag?: string }

/** The plants that a user must see, and the names of plants that the user must not see. */
export type ExpectedPlants = { sees: readonly ExpectedPlant[]; mustNotSee: readonly string[] }

/** The plants that users must and must not see. Names and tags are compared by code point. */
export type Expectations = {
  token: ExpectedPlants
  /** The expectations for the second user, or a list for the second user, the third user, … */
  otherToken: ExpectedPlants | readonly ExpectedPlants[]
  /** The names of plants that must be hidden from all users. */
  hidden?: readonly string[]
}

/** How to reach the server, with curl's names for the options. */
export type RouteOptions = {
  /** The URL of an HTTP proxy for all requests. Default: HTTP_PROXY or HTTPS_PROXY, unless the host is localhost or in NO_PROXY. */
  proxy?: string | undefined
  /** The path of a Unix domain socket to connect to. */
  unixSocket?: string | undefined
  /** The file with additional certificate authorities to trust, in PEM format. */
  cacert?: string | undefined
  /** The files with the client certificate and its private key, in PEM format. */
  cert?: string | undefined
  key?: string | undefined
  /** Trust every certificate. */
  insecure?: boolean | undefined
}

/** The IP address to use for a host and port instead of a DNS lookup, like curl's `--resolve`. */
export type Resolution = { host: string; port: number; address: string }

/** Formats a resolution as a value for the flag `--resolve` of the kit and of curl. */
export const formatResolution = ({ host, port, address }: Resolution): string =>
  `${host}:${port}:${address.includes(':') ? `[${address}]` : address}`

/** The names of the request plans. */
export const planNames = ['full', 'monitor'] as const
export type PlanName = (typeof planNames)[number]

/** The options of a run that its findings, verdict and report depend on. */
export type JudgingOptions = RouteOptions & {
  /** A name for the target in reports. Default: host and port. */
  name?: string | undefined
  /** @internal The shell command that started the server, without its secrets. If it contains `{port}`, the kit chose the base URL's port. */
  startedBy?: string | undefined
  /** @internal The flags, for the kit and for curl, that chose the route to the server. Undefined for a direct connection. */
  route?: string | undefined
  /** @internal More secrets to mask: the secrets in the environment of a server that was started, and the tokens that the run fetched. */
  secrets?: readonly string[]
  /** A valid token. If this option is missing, valid requests have no token. */
  token?: string | undefined
  /** A valid token of a second user, or one token for each of several other users. */
  otherToken?: string | readonly string[] | undefined
  /** The plants that the user of each token must see and must not see. */
  expectations?: Expectations | undefined
  /** Which requests to send. `monitor`: at most 20 requests, all of them suitable for a server in production. Default `full`. */
  plan?: PlanName | undefined
  /** Headers to add to every request. Headers whose values the kit must choose, such as Authorization and Host, are invalid. */
  headers?: readonly (readonly [name: string, value: string])[]
  /** For some hosts and ports, the IP address to use instead of a DNS lookup, like curl's `--resolve`. */
  resolve?: readonly Resolution[]
  /** Abort a request after this many milliseconds without data. Default 10,000. */
  timeout?: number
  /** Wait up to this many seconds for a server that is starting. Default 0. */
  waitTimeout?: number | undefined
  /** Treat SHOULD violations as failures. */
  strict?: boolean
  /** The maximum number of requests. Default 600. A conformant server gets about 180 requests, and failing requests are repeated. */
  maxRequests?: number
  /** The maximum duration in seconds. When the time is up, the run ends, and the verdict is incomplete unless there are violations. */
  maxTime?: number | undefined
  /** The maximum number of requests per second. By default, the run slows down only if the server throttles it, for example with a 429. */
  rate?: number | undefined
}

/** The defaults of `verify`, for programs and for the command line. */
export const verifyDefaults = { timeout: 10_000, maxRequests: 600 } as const satisfies JudgingOptions
