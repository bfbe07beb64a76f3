import { childPointer } from '../../contract/jsonPointer.ts'
import { InputError, list, mapOf, text, unknownName } from '../../contract/shape.ts'
import { parseYamlSource } from '../../contract/yaml.ts'
import { readOption } from '../config/applyConfig.ts'
import { createOption } from '../config/createOption.ts'
import type { Flag, FlagsOf } from '../config/flag.ts'
import { fileError, UsageError } from '../errors.ts'
import { targetFlags } from '../flags/targetFlags.ts'
import { readText } from '../readText.ts'
import { isFileName, NAME_CHARACTERS } from '../reports/insertName.ts'
import { checkUrl } from '../verify/inputs.ts'

/** One server of a fleet, and how to reach it. */
export type Target = {
  name: string
  baseUrl: string
  flags: Partial<FlagsOf<typeof targetFlags>>
  /** The variables that it names and that are not set, in words. */
  unset: readonly string[]
}

/** A file of targets is often in a repository, so it has no tokens, only the names of their variables. */
const TOKENS: readonly string[] = ['token', 'otherToken'] satisfies (keyof typeof targetFlags)[]
const SUFFIX = 'Variable'

const flags: ReadonlyMap<string, Flag> = new Map(Object.entries<Flag>(targetFlags))
const variables: ReadonlyMap<string, string> = new Map(
  [...flags].filter(([, { secret }]) => secret).map(([key]) => [`${key}${SUFFIX}`, key]),
)
const keys = ['name', 'baseUrl', ...variables.keys(), ...flags.keys()].filter((key) => !TOKENS.includes(key))

/** Reads the file of `--targets`. Throws a UsageError, with its line, for the first mistake. It never quotes a value. */
export function readTargets(file: string): Target[] {
  const makeError = (line: number | undefined, reason: string): Error => fileError(file, line, reason)
  const source = parseYamlSource(readText(file), makeError, { isSecret: true })
  return source.read((value, pointer) => {
    const targets = list(readTarget, 'a list of targets, each with name and baseUrl')(value, pointer)
    if (targets.length === 0) throw new InputError(pointer, 'expected at least one target, got none')
    rejectDuplicates(targets, pointer)
    return targets
  })
}

function readTarget(value: unknown, pointer: string): Target {
  const members = mapOf(readMember, `a map with name, baseUrl and token${SUFFIX}`)(value, pointer)
  for (const key of ['name', 'baseUrl'])
    if (!members.has(key)) throw new InputError(pointer, `expected the member ${key}, got none`)
  const { name, baseUrl, ...others } = Object.fromEntries(members)
  const given = Object.entries(others).map(([key, each]) => [variables.get(key) ?? key, each] as const)
  const twice = given.find(([key], index) => given.findIndex(([other]) => other === key) !== index)
  if (twice) throw new InputError(pointer, `expected ${twice[0]} or ${twice[0]}${SUFFIX}, got both`)
  if ('token' in Object.fromEntries(given) && 'tokenCommand' in others)
    throw new InputError(pointer, `expected token${SUFFIX} or tokenCommand, got both`)
  const unset = Object.keys(others).filter((key) => others[key] === undefined)
  return {
    name: String(name),
    baseUrl: String(baseUrl),
    flags: Object.fromEntries(given.filter(([, each]) => each !== undefined)),
    unset: unset.map((key) => describeVariable(key, String(Object(value)[key]))),
  }
}

function readMember(value: unknown, pointer: string, key: string): unknown {
  if (key === 'name') return readName(value, pointer)
  if (key === 'baseUrl') return readBaseUrl(value, pointer)
  const flag = flags.get(key)
  if (flag && !TOKENS.includes(key)) return readOption(createOption(key, flag), value, pointer)
  const secret = variables.get(key)
  if (secret !== undefined) return readVariable(secret, value, pointer)
  if (TOKENS.includes(key))
    throw new InputError(
      pointer,
      `expected no token in this file: name its environment variable in ${key}${SUFFIX}`,
    )
  throw new InputError(pointer, unknownName('name', key, keys))
}

function readName(value: unknown, pointer: string): string {
  const name = String(value)
  if (['string', 'number'].includes(typeof value) && isFileName(name)) return name
  throw new InputError(
    pointer,
    `expected a name of ${NAME_CHARACTERS}, because it can be a part of file names`,
  )
}

function readBaseUrl(value: unknown, pointer: string): string {
  const baseUrl = text('the base URL of a server')(value, pointer)
  try {
    checkUrl(baseUrl.replaceAll('{port}', '1'))
  } catch (error) {
    throw error instanceof UsageError
      ? new InputError(pointer, error.message, 'expected a base URL such as http://127.0.0.1:4010')
      : error
  }
  return baseUrl
}

/** What a shell takes for a name. */
const VARIABLE = /^[A-Za-z_]\w*$/
/** Other names may be a token by mistake, and are not quoted. */
const QUOTABLE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/

/** The value of a flag from a variable, like that of the flag's own variable; undefined if it is not set. */
function readVariable(key: string, value: unknown, pointer: string): unknown {
  const flag = flags.get(key)
  if (!flag || typeof value !== 'string' || !VARIABLE.test(value))
    throw new InputError(
      pointer,
      'expected the name of an environment variable: letters, digits and underscores',
    )
  const content = process.env[value]
  // A secret, for example, is empty in the run of a pull request from a fork.
  if (!content) return undefined
  try {
    return readOption(createOption(key, flag), content, pointer)
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    throw new InputError(pointer, `expected the name of a variable with a value for ${key}`)
  }
}

function describeVariable(key: string, name: string): string {
  return QUOTABLE.test(name) ? name : `the variable that ${key} names`
}

/** Some file systems take `Go` and `go` for the same file. */
function rejectDuplicates(targets: readonly Target[], pointer: string): void {
  const names = targets.map(({ name }) => name.normalize('NFC').toLowerCase())
  const index = names.findIndex((name, at) => names.indexOf(name) !== at)
  if (index >= 0)
    throw new InputError(
      childPointer(childPointer(pointer, index), 'name'),
      'expected a name that no other target has',
    )
}
