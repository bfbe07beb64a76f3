import { readKit } from '../contract/files.ts'
import { unknownName } from '../contract/shape.ts'
import { didYouMean } from '../contract/suggest.ts'
import { listNames, quote } from '../contract/words.ts'
import { readFlags, sortWords } from './commandLine.ts'
import { findProgram, namePlaces, UsageError } from './errors.ts'
import * as tables from './flags.ts'
import { type Call, describeMeaning, type Flag, type Flags, flagName, flagVariable } from './options.ts'

type Command<Table extends Flags = Flags> = {
  summary: string
  /** The positional arguments, as shown in the help. */
  words?: string
  flags: Table
  /** The section of the configuration file that the command reads. */
  section?: keyof typeof tables.sections
  examples?: readonly string[]
  /** Loads a command's code only when the command runs, so that help and usage errors appear immediately. */
  run(call: Call<Table>): Promise<void>
}

/** The commands in the order of the help. */
const commands: Readonly<Record<string, Command>> = {
  mock: command({
    summary: 'Serve the API on fixture data.',
    flags: { ...tables.mockFlags, config: tables.configFlag },
    section: 'mock',
    examples: ['--port 4010 --open', '--scenario slow --any-token'],
    run: async (call) => (await import('./commands/mock.ts')).mock(call),
  }),
  init: command({
    summary: 'Create a folder of fixtures that you can edit; by default, plant-store-fixtures.',
    words: '[folder]',
    flags: {},
    run: async (call) => (await import('./commands/init.ts')).init(call),
  }),
  verify: command({
    summary: 'Test the implementation at a base URL (without /plants).',
    words: '[base-url]',
    flags: { ...tables.verifyFlags, config: tables.configFlag },
    section: 'verify',
    examples: ['http://127.0.0.1:4010/v1 --token token-alice', "http://127.0.0.1:3000 --start 'npm start'"],
    run: async (call) => (await import('./commands/verify.ts')).verify(call),
  }),
  checks: command({
    summary: 'List all checks, or explain one check.',
    words: '[id]',
    flags: tables.checksFlags,
    run: async (call) => (await import('./commands/checks.ts')).checks(call),
  }),
  replay: command({
    summary: 'Resend the requests that showed a finding, to see whether it is fixed.',
    words: '<report> [finding]',
    flags: { ...tables.replayFlags, config: tables.configFlag },
    section: 'verify',
    run: async (call) => (await import('./commands/replay.ts')).replay(call),
  }),
  report: command({
    summary: 'Convert a JSON report to other formats.',
    words: '<report.json>',
    flags: tables.reportFlags,
    section: 'verify',
    run: async (call) => (await import('./commands/report.ts')).report(call),
  }),
  judge: command({
    summary: 'Judge a saved run (verify --report har=FILE) without its server.',
    words: '<run.har>',
    flags: tables.judgeFlags,
    section: 'verify',
    run: async (call) => (await import('./commands/judge.ts')).judge(call),
  }),
  compare: command({
    summary: 'Compare two runs: list the checks whose results got worse or better.',
    words: '<before> <after>',
    flags: tables.compareFlags,
    run: async (call) => (await import('./commands/compare.ts')).compare(call),
  }),
}

/** Checks that the types of one command fit together. */
function command<const Table extends Flags>(each: Command<Table>): Command {
  return each as unknown as Command
}

/** Parses a command line. Returns text to print, or a command to run. Throws a UsageError if the command line is wrong. */
export async function readCommandLine(
  args: readonly string[],
): Promise<string | (Omit<Call<Flags>, 'finish'> & Pick<Command, 'run'>)> {
  const [name = '', ...rest] = args
  if (name === '--help' || name === '-h') return formatOverview()
  if (name === '--version') return `${readKit().version}\n`
  const called = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!called) {
    const names = Object.keys(commands)
    const expected = `expected a command${name && ' before the flags'}: ${listNames(names)}`
    const problem = /^[^-]/.test(name) ? unknownName('command', name, names) : expected
    throw withHelp(problem, findProgram())
  }
  const usage = `${findProgram()} ${name}`
  const sorted = sortWords(called.flags, rest)
  if (typeof sorted === 'string') throw withHelp(sorted, usage, called.words)
  const { set, words } = sorted
  if (set.help) return formatHelp(usage, called, words.includes('all'))
  const expected = called.words?.split(' ') ?? []
  const missing = expected[words.length]
  if (missing?.startsWith('<')) throw withHelp(`expected ${missing}, got none`, usage, called.words)
  if (words.length > expected.length) throw withHelp(describeExtra(called.words, words), usage)
  warnOfVariables()
  const { values, places } = await readFlags(called.flags, set, called.section)
  const run: Command['run'] = (call) =>
    called.run(call).catch((error) => Promise.reject(namePlaces(error, places)))
  return { run, flags: values, words }
}

/** Warns of environment variables whose names seem to be misspelt names of the kit's variables. */
function warnOfVariables(): void {
  const known = Object.values(commands).flatMap(({ flags }) => Object.keys(flags).map(flagVariable))
  for (const name of Object.keys(process.env).filter((each) => /^PLANT_?STORE_?\w+$/.test(each))) {
    const meant = name.replace(/^PLANT_?STORE_?(?:KIT_?)?/, 'PLANT_STORE_')
    const similar = known.filter(({ length }) => Math.abs(length - meant.length) < 2)
    const near = known.includes(name) ? '' : didYouMean(meant, similar)
    if (near) process.stderr.write(`plant-store-kit: unknown variable ${name}; ${near}\n`)
  }
}

/** Describes unexpected arguments. Quotes only a single argument of `mock`, because other arguments may be tokens. */
function describeExtra(expected: string | undefined, [first = '', ...others]: readonly string[]): string {
  const advice = 'pass other values with their flags, such as --port, and put values with spaces in quotes'
  const got = expected === undefined && others.length === 0 ? quote(first) : `${others.length + 1} arguments`
  return `expected ${expected === undefined ? 'no argument' : `only ${expected}`}, got ${got}; ${advice}`
}

function withHelp(problem: string, usage: string, words = ''): UsageError {
  const form = words && `Usage: ${usage} ${words} [flags]\n`
  return new UsageError(`${problem}\n${form}See ${usage} --help.`)
}

function formatOverview(): string {
  const program = findProgram()
  const rows = Object.entries(commands).map(
    ([name, each]): Row => [`${name} ${each.words ?? ''}`, each.summary],
  )
  return `Usage: ${program} <command> [arguments] [flags]

A mock server and a contract test kit for the Plant Store API.
${formatRows('Commands', rows)}
Flags of a command: ${program} <command> --help
Version of the kit: ${program} --version
`
}

function formatHelp(usage: string, called: Command, showsAll: boolean): string {
  const { summary, words = '', flags, examples = [] } = called
  const shown = Object.entries(flags)
  const groups = Map.groupBy(shown, ([, { group }]) => group)
  const tables = [...groups].filter(([group]) => showsAll || group === undefined)
  const [secret] = shown.filter(([, flag]) => flag.secret).map(([key]) => flagVariable(key))
  return [
    `Usage: ${[usage, words, '[flags]'].filter(Boolean).join(' ')}\n\n${summary}\n`,
    ...tables.map(([group = 'Flags', members]) => formatRows(group, members.map(describeFlag))),
    examples.length > 0 && `\nExamples:\n${examples.map((example) => `  ${usage} ${example}\n`).join('')}`,
    tables.length < groups.size && `\nAll flags: ${usage} --help all\n`,
    secret &&
      `\nEach flag has an environment variable, such as ${secret}.\nUse variables for secrets, because process lists show flags.\n`,
  ]
    .filter(Boolean)
    .join('')
}

type Row = readonly [label: string, text: string]

function describeFlag([key, flag]: [string, Flag]): Row {
  const initial = flag.default === undefined ? '' : ` (default: ${flag.default})`
  const meaning = describeMeaning(flag) + initial
  return [`${flagName(key)} ${flag.value}`.trim(), meaning]
}

/** The width of the help, and of the labels in the help, in columns. */
const COLUMNS = 80
const LABELS = 29
/** Matches the text for one line next to a label. */
const LINE = new RegExp(`(?:.{1,${COLUMNS - LABELS}}|\\S+)(?: |$)`, 'g')

function formatRows(title: string, rows: readonly Row[]): string {
  const lines = rows.flatMap(([label, text]) =>
    (text.match(LINE) ?? ['']).map((line, index) =>
      (index === 0 ? `  ${label}` : '').padEnd(LABELS).concat(line.trimEnd()),
    ),
  )
  return `\n${title}:\n${lines.join('\n')}\n`
}
