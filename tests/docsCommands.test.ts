import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readCommandLine } from '../src/cli/program.ts'

/** A command in the documentation, as users paste it, and the document that contains it. */
type DocumentedCommand = { document: string; line: string; words: readonly string[] }

/** The values of variables in the documentation. Secrets and expressions of a CI system become strings. */
const VARIABLES: Readonly<Record<string, string>> = {
  TOKEN: 'token-alice',
  BASE_URL: 'http://127.0.0.1:8080/v1',
}

/** The languages of code blocks that contain commands. */
const SHELL = /^(sh|bash|console|yaml|json|groovy|dockerfile)$/

const commands = listCommands()

test('the command line accepts every command in the documentation, which shows every kind of command', async () => {
  const names = commands.map(({ words }) => words[0])
  const kinds = ['mock', 'verify', 'checks', 'report', 'replay', 'judge', 'init']
  expect(names).toEqual(expect.arrayContaining(kinds))
  expect(names.length).toBeGreaterThan(40)
  const wrong: string[] = []
  for (const { document, line, words } of commands) {
    const problem = await findProblem(words)
    if (problem !== undefined) wrong.push(`${document}: ${line}: ${problem}`)
  }
  expect(wrong).toEqual([])
})

/** Explains why the command line does not accept these arguments. Returns undefined if it accepts them. Runs nothing. */
async function findProblem(words: readonly string[]): Promise<string | undefined> {
  try {
    await readCommandLine(words)
    return undefined
  } catch (error) {
    const { message } = error as Error
    // In running text, the name of a command is enough. The files that commands name do not exist here.
    const isFine = words.length === 1 ? message.includes(', got none') : message.includes(': cannot read ')
    return isFine ? undefined : message
  }
}

/** Lists the commands in code blocks and in running text. Placeholders such as `<id>` are not commands. */
function listCommands(): DocumentedCommand[] {
  const found = globSync(['README.md', 'docs/**/*.md']).flatMap((document) => {
    const text = readFileSync(document, 'utf8')
    const blocks = [...text.matchAll(/^ *```(\w*)\n([\s\S]*?)^ *```/gm)].flatMap(
      ([, language = '', body = '']) =>
        body
          .replaceAll(/\\\n\s*/g, '')
          .split('\n')
          // A code block without a language shows the output of a command.
          .filter((line) => SHELL.test(language) || line.startsWith('$ ')),
    )
    const inline = text
      .replaceAll(/^ *```[\s\S]*?^ *```/gm, '')
      .matchAll(/`((?:npx (?:--[\w-]+ )*)?plant-store-kit [^`\n]+)`/g)
    const lines = [...blocks, ...[...inline].map(([, line = '']) => line)]
    return lines
      .flatMap((line) => findCommands(line))
      .map((line) => ({ document, line, words: splitWords(line) }))
  })
  const unique = new Map(found.map((command) => [command.line, command]))
  return [...unique.values()]
}

function findCommands(line: string): string[] {
  const matches = line.matchAll(
    /(?:^|[\s"'`])((?:npx (?:--[\w-]+ )*)?plant-store-kit(?:@[\d.]+)? (?:[^&|;#'"`]|'[^']*'|"[^"]*"|#(?=\{))+)/g,
  )
  return [...matches]
    .map(([, command = '']) => command.trim())
    .filter((command) => !/<[a-z]|…|listening on/.test(command) && /plant-store\S* (-|[a-z])/.test(command))
}

function splitWords(line: string): string[] {
  const expanded = line
    .replaceAll(/\$\{\{[^}]*\}\}/g, readExpression)
    .replaceAll(/\$\{?(\w+)\}?/g, (_, name) => VARIABLES[name] ?? '1')
  const words = [...expanded.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) =>
    word.replaceAll(/['"]/g, ''),
  )
  return words.slice(words.findIndex((word) => /^plant-store-kit(@[\d.]+)?$/.test(word)) + 1)
}

/** Returns the value of a CI system's expression: a secret, or the number of a part. */
function readExpression(expression: string): string {
  return expression.includes('secrets') ? 'token-alice' : '1'
}
