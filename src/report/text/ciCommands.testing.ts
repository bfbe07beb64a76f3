/**
 * Finds the commands that CI systems would execute if this text were printed to a log. The code follows the parsers of GitHub's runner
 * (`ActionCommand.cs`) and the Azure Pipelines agent (`Command.cs`), and TeamCity's documentation.
 */
export function findCiCommands(log: string): string[] {
  return log.split(/\r\n|\r|\n/).flatMap((line) => {
    const found = known.get(line) ?? findInLine(line)
    known.set(line, found)
    return found
  })
}

/** The commands in each known line, because most lines are the same in every report. */
const known = new Map<string, string[]>()

function findInLine(line: string): string[] {
  // By default, .NET searches for strings with linguistic rules, which skip some invisible characters.
  return [line, line.replaceAll(/[[\p{Default_Ignorable_Code_Point}\p{Cc}]--\t]/gv, '')].flatMap((text) =>
    [github(text), githubLegacy(text), azure(text), teamCity(text)].filter((found) => found !== undefined),
  )
}

const GITHUB = new Set(
  'add-mask add-matcher add-path debug echo endgroup error group internal-set-repo-path notice remove-matcher save-state set-env set-output stop-commands warning'.split(
    ' ',
  ),
)

/** Finds a GitHub command: `::name key=value::data`, at the start of a line or after blanks. */
function github(line: string): string | undefined {
  const command = parseGithubCommand(line)
  return command && `GitHub ${command.name}`
}

/** A command as GitHub's runner reads it. */
export type GithubCommand = { name: string; properties: Record<string, string>; data: string }

/** Parses a command as `TryParseV2` in `ActionCommand.cs` does. */
export function parseGithubCommand(line: string): GithubCommand | undefined {
  const text = line.trimStart()
  const end = text.indexOf('::', 2)
  if (!text.startsWith('::') || end < 0) return undefined
  const [name = '', ...rest] = text.slice(2, end).split(' ')
  if (!GITHUB.has(name.toLowerCase())) return undefined
  const pairs = rest
    .join(' ')
    .trim()
    .split(',')
    .map((pair) => pair.split(/=(.*)/s))
    .filter(([key, value]) => key && value)
  return {
    name,
    properties: Object.fromEntries(
      pairs.map(([key = '', value = '']) => [
        key,
        decode(value, { '%0D': '\r', '%0A': '\n', '%3A': ':', '%2C': ',', '%25': '%' }),
      ]),
    ),
    data: decode(text.slice(end + 2), { '%0D': '\r', '%0A': '\n', '%25': '%' }),
  }
}

function decode(text: string, escapes: Readonly<Record<string, string>>): string {
  return Object.entries(escapes).reduce((result, [escaped, plain]) => result.replaceAll(escaped, plain), text)
}

/** Finds a GitHub command in the old syntax: `##[name key=value]data`, anywhere in a line. */
function githubLegacy(line: string): string | undefined {
  const name = readBrackets(line, '##[')
  return name !== undefined && GITHUB.has(name.toLowerCase()) ? `GitHub ##[${name}]` : undefined
}

/** Finds an Azure command: `##vso[area.event key=value]data`, anywhere in a line. Without the brackets, the agent warns. */
function azure(line: string): string | undefined {
  const name = readBrackets(line, '##vso[')
  if (name?.split('.').filter(Boolean).length === 2) return `Azure ${name}`
  return line.includes('##vso') ? 'Azure warning' : undefined
}

/** Finds a TeamCity command: `##teamcity[name 'value']`, anywhere in a line. */
function teamCity(line: string): string | undefined {
  const name = readBrackets(line, '##teamcity[')
  return name === undefined ? undefined : `TeamCity ${name}`
}

function readBrackets(line: string, prefix: string): string | undefined {
  const start = line.indexOf(prefix)
  const end = start < 0 ? -1 : line.indexOf(']', start)
  return end < 0 ? undefined : line.slice(start + prefix.length, end).split(' ')[0]
}

/** Attacks that try several ways to reach each parser. */
export const ciAttacks: readonly string[] = [
  '::error file=x,title=y::pwned',
  ' \t::add-mask::e',
  '::STOP-COMMANDS::token',
  '\u00a0\u2003::warning::pwned',
  ':::error::pwned',
  '\u200b::error::pwned',
  'a ##[error]pwned',
  'a\u001b[31m##[add-mask]e',
  '###[group]pwned',
  'a ##vso[task.setvariable variable=x]y',
  'a ##VSO ##vso',
  "a ##teamcity[buildStatus status='SUCCESS']",
  'a\n::error::pwned',
  'a\r::error::pwned',
  'a\r\n::error::pwned',
  'a\u2028::error::pwned',
  'a\u0085::error::pwned',
  'a\u001b[1G::error::pwned',
  'a\u009b1G::error::pwned',
]

/** Attacks on text that is wrapped at 40 to 120 columns: the second line may begin with a command. */
export const wrapAttacks: readonly string[] = [
  `${'x '.repeat(20)}${'::error file=x::pwned '.repeat(20)}`,
  `${'x'.repeat(40)}${'::error::'.repeat(30)}`,
  ...Array.from({ length: 60 }, (_, more) => `${'x'.repeat(40 + more)}::error::pwned`),
  ...Array.from({ length: 60 }, (_, more) => `${'x'.repeat(40 + more)} ::error::pwned`),
]
