/** Several values: a list, or one text with commas. */
type Several = string | readonly string[]

/**
 * What `plant-store.config.ts` (or .js, .json, .yaml) in the working directory may say: the flags of each command, in camel case. A flag
 * wins, then its environment variable, then this. Paths are relative to the working directory.
 */
export type Config = {
  mock?: {
    port?: number
    host?: string
    basePath?: string
    fixtures?: string
    scenario?: string
    /** Milliseconds: 300, '100-400' or 'lognormal:90:0.4'. */
    delay?: number | string
    seed?: number
    cors?: Several
    tls?: boolean
    cert?: string
    key?: string
    log?: 'pretty' | 'json' | 'silent'
    open?: boolean
    watch?: boolean
    adminToken?: string
    adminCors?: Several
    fault?: string
    variation?: string
  }
  verify?: {
    token?: string
    tokenCommand?: string
    otherToken?: string
    expect?: string
    /** Fields for every request, each 'Name: value'. */
    header?: readonly string[]
    /** Where hosts are, each 'host:port:address'. */
    resolve?: readonly string[]
    engine?: Several
    strict?: boolean
    timeout?: number
    rate?: number
    maxRequests?: number
    seed?: number
    /** Each a format, or a format and its file: 'junit=report.xml'. */
    report?: readonly string[]
  }
  prove?: { engine?: Several }
}

/** Gives an editor the types of a configuration. Returns what it is given. */
export function defineConfig(config: Config): Config {
  return config
}
