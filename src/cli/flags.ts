import { engineNames } from '../engines/engines.ts'
import { planNames, verifyDefaults } from '../judge/verifyOptions.ts'
import { parseBasePath } from '../mock/basePath.ts'
import { mockDefaults } from '../mock/mockOptions.ts'
import { delay } from '../mock/scenarios/override.ts'
import { NORMAL } from '../mock/scenarios/scenario.ts'
import * as parsers from '../parsers.ts'
import { documentFormats, reportFormats } from '../report/document.ts'
import { type ConfigOf, type Flags, flag, inGroup, repeatable, secret, toggle } from './options.ts'
import * as values from './values.ts'

// The flags of the commands. The mock itself checks some flags, such as `--host`, so they have no parser here. The key `basePath` defines
// the flag `--base-path`, the environment variable `PLANT_STORE_BASE_PATH` and the configuration key `basePath`. The short help shows only
// the flags without a group.

const { toChoice, toInput, toNumber } = parsers
const toSeconds = (from: number, to: number) => toNumber(from, to, 'seconds')
const toMilliseconds = toNumber(100, 600_000, 'milliseconds')

const contract = flag('<file>', 'your own contract: an OpenAPI 3.0 or 3.1 file', toInput)

/** The flag of commands that read a section of the configuration file. */
export const { config: configFlag } = inGroup('Configuration', {
  config: flag('<file>', 'configuration file, instead of plant-store.config.yaml, .json, .ts, …', toInput),
})

const { port, host, cors } = mockDefaults

export const mockFlags = {
  port: flag('<number>', 'TCP port; 0 for any free port', toNumber(0, 65_535), port),
  host: flag('<address>', 'address to listen on', String, host),
  contract,
  fixtures: flag('<path>', 'folder with plants.yaml, …, or a file with a list of plants', parsers.toPath),
  anyToken: toggle("accept every bearer token; an unknown token gets the first user's plants"),
  scenario: flag('<name>', 'scenario to start with, such as slow', String, NORMAL.name),
  delay: flag('<ms>', 'delay each response by this many milliseconds', (text) => delay(text, '')),
  upstream: flag('<base-url>', 'base URL of the real service, to which the mock forwards requests'),
  cors: flag('<origins>', 'origins whose pages may read responses: a list, * or off', values.toCors, cors),
  open: toggle('open the console in the browser'),
  ...inGroup('More flags', {
    basePath: flag('<path>', 'the only path to accept before /plants, such as /v1', parseBasePath),
    mockWhen: flag('<when>', 'service responses to replace, such as 404,5xx,violation', values.toMockWhen),
    record: flag('<file>', "record the service's plants in this .json file, for --fixtures"),
    tls: toggle('serve https with a new self-signed certificate'),
    cert: flag('<file>', 'serve https with this certificate (PEM); requires --key', toInput),
    key: flag('<file>', 'private key of --cert (PEM)', toInput),
    adminToken: secret(flag('<token>', 'token that lets other machines use the control API')),
    log: flag('<format>', 'log format: pretty, json or silent', toChoice(values.logFormats)),
    noWatch: toggle('do not reload changed fixtures'),
    fault: flag('<id>', 'start a faulty server instead of the mock, to see your pipeline fail'),
  }),
} as const satisfies Flags

/** Flags about a server: how to reach and start it, and its users. */
const serverFlags = {
  token: secret(flag('<token>', 'bearer token of a user with at least two plants', parsers.toToken)),
  otherToken: secret(repeatable('<token>', 'bearer token of another user', parsers.toToken)),
  start: flag('<command>', 'start the server with this command; {port} is a free port'),
  ...inGroup('Users', {
    tokenCommand: flag('<command>', 'shell command that prints the token'),
    expect: flag('<file>', 'file of plants that each user must and must not see (YAML or JSON)', toInput),
  }),
  // The flags in this group have the same names as in curl.
  ...inGroup('Requests', {
    header: secret(repeatable('<header>', "header to add to every request, 'Name: value'", parsers.toHeader)),
    resolve: repeatable('<host:port:ip>', 'connect to this IP address for HOST:PORT', parsers.toResolution),
    proxy: secret(flag('<url>', 'HTTP proxy (CONNECT) to use instead of HTTP_PROXY and HTTPS_PROXY')),
    unixSocket: flag('<path>', 'connect to this Unix domain socket', parsers.toSocket),
    cacert: flag('<file>', 'file with additional certificate authorities to trust (PEM)', toInput),
    cert: flag('<file>', "the client's certificate (PEM)", toInput),
    key: flag('<file>', 'private key of --cert (PEM)', toInput),
    insecure: toggle('accept every certificate; the reports mention this setting'),
  }),
  ...inGroup('Starting the server', {
    startLog: flag('<file>', "write the server's output to this file"),
    waitTimeout: flag('<seconds>', 'maximum wait for the server; 30 with --start', toSeconds(0, 86_400)),
  }),
} as const satisfies Flags

const baseline = flag('<file>', "file with findings that do not fail the run; {name} is the target's name")

/** The flags that a targets file can set for each target. */
export const targetFlags = { ...serverFlags, baseline } as const satisfies Flags

const strict = toggle('treat SHOULD violations as failures')
const { timeout, maxRequests } = verifyDefaults

const paceFlags = inGroup('Speed and duration', {
  timeout: flag('<ms>', 'abort a request after this time without data', toMilliseconds, timeout),
  rate: flag('<number>', 'maximum number of requests per second', toNumber(0.1, 1_000_000)),
  maxRequests: flag('<number>', 'maximum number of requests', toNumber(1, 1_000_000), maxRequests),
  maxTime: flag('<seconds>', 'after this time, end with a partial report', toSeconds(1, 604_800), 600),
} as const satisfies Flags)

/** Declares the flag `--report` for a command that can write these formats. */
const reportIn = <const Name extends string>(formats: readonly Name[]) =>
  repeatable('<format[=file]>', formats.join(', '), values.toDestination(formats), 'terminal')

const report = reportIn(reportFormats)
const verbose = toggle('show every check in the terminal report')

export const verifyFlags = {
  ...targetFlags,
  watch: toggle('test again whenever a file changes'),
  report: reportIn([...reportFormats, 'har']),
  contract,
  strict,
  engine: flag('<names>', `engines: auto, or names from ${engineNames.join(',')}`, parsers.toEngines, 'auto'),
  verbose,
  ...inGroup('What to test', {
    targets: flag('<file>', 'test the servers in this YAML or JSON file', toInput),
    plan: flag('<name>', 'plan: full, or monitor with at most 20 requests', toChoice(planNames), 'full'),
  }),
  ...paceFlags,
  ...inGroup('Over time', {
    baselineUpdate: toggle('remove fixed findings from the baseline; with a reason, add new findings'),
    reason: flag('<text>', 'reason for accepting the added findings', parsers.toLine),
    expires: flag('<date>', 'last day on which the findings are accepted, such as 2027-01-31', values.toDay),
    name: flag('<name>', 'name of the server in reports, instead of its host and port', parsers.toLine),
  }),
} as const satisfies Flags

export const replayFlags = {
  baseUrl: flag('<url>', "the server's base URL; {port} is a free port"),
  ...serverFlags,
  contract,
  ...paceFlags,
} as const satisfies Flags

export const reportFlags = { report, verbose } as const satisfies Flags

export const judgeFlags = { contract, baseline, strict, ...reportFlags } as const satisfies Flags

export const compareFlags = {
  failOn: flag('<what>', "worse: exit with code 1 if a check's result got worse", toChoice(['worse'])),
  report: reportIn([...documentFormats, 'json']),
} as const satisfies Flags

export const checksFlags = { contract } as const satisfies Flags

// This setting has no flag, because its value is the same in all runs in a repository.
const contractPath = flag('<path>', "the contract's path in the repository, for some report formats")

/** The sections of the configuration file. */
export const sections = {
  mock: mockFlags,
  verify: { ...verifyFlags, contractPath },
} as const satisfies Record<string, Flags>

/**
 * The contents of `plant-store.config.ts` (or .yaml, .json, .mjs, …): the flags of `mock` and `verify`, in camel case. Flags and
 * environment variables override the file. Paths are relative to the working directory.
 */
export type Config = { [Command in keyof typeof sections]?: ConfigOf<(typeof sections)[Command]> }
