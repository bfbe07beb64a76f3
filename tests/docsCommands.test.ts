import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, cpSync, globSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readCommandLine } from '../src/cli/program.ts'
import { startTestMock } from '../src/mock/mock.testing.ts'
import { PROGRAM, startFaulty, startReferenceMock } from './commandLine.testing.ts'
import { createFolder } from './folder.testing.ts'

/** A command in the documentation, and its document. */
type DocumentedCommand = { document: string; line: string; words: readonly string[] }

/** The values of variables in the documentation. Each other variable has the value 1. */
const VARIABLES: Readonly<Record<string, string>> = {
  TOKEN: 'token-alice',
  BASE_URL: 'http://127.0.0.1:8080/v1',
}

/** The languages of code blocks that contain commands. */
const SHELL = /^(sh|bash|console|yaml|json|groovy|dockerfile)$/

const commands = listCommands()

test('the command line accepts every command in the documentation, which has examples of every command', async () => {
  const names = commands.map(({ words }) => words[0])
  const kinds = ['mock', 'verify', 'checks', 'report', 'replay', 'judge', 'compare', 'init']
  expect(names).toEqual(expect.arrayContaining(kinds))
  expect(names.length).toBeGreaterThan(40)
  const wrong: string[] = []
  for (const { document, line, words } of commands) {
    const problem = await findProblem(words)
    if (problem !== undefined) wrong.push(`${document}: ${line}: ${problem}`)
  }
  expect(wrong).toEqual([])
})

test('the commands in the documentation work: one command for each flag and each report format', {
  timeout: 300_000,
}, async () => {
  const servers = await startServers()
  const folder = await prepareFolder(servers)
  const failed: string[] = []
  const queue = selectCommands()
  expect(queue.length).toBeGreaterThan(12)
  // Run two commands at the same time, because the test machine may have only two cores.
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { document, line, words } = next
      // Each command has its own folder, because some commands write files that other commands read.
      const own = createFolder()
      cpSync(folder, own, { recursive: true })
      if (line.includes('--record')) rmSync(join(own, 'recorded.json'))
      const { code, output } = await run(line, own, servers)
      // These commands use the report on a faulty server, or test a faulty server.
      const expected = /^(replay|judge)$/.test(words[0] ?? '') || line.includes(':4315') ? 1 : 0
      if (code !== expected) failed.push(`${document}: ${line}: exit code ${code}\n${output}`)
    }
  }
  await Promise.all([work(), work()])
  expect(failed).toEqual([])
})

/** Selects commands until they use each flag, each report format and each kind of argument. */
function selectCommands(): DocumentedCommand[] {
  const used = new Set<string>()
  return (
    commands
      // `plant-store-kit verify` in running text is a name, not a command to paste.
      .filter(({ words }) => !/^(verify|report|judge|replay|compare)$/.test(words.join(' ')))
      .toSorted((one, other) => other.words.length - one.words.length)
      .filter(({ words: [name = '', ...rest] }) => {
        const parts = [name, ...rest.map((word, index) => `${name} ${describeWord(word, rest[index - 1])}`)]
        const isNew = parts.some((part) => !used.has(part))
        for (const part of parts) used.add(part)
        return isNew
      })
  )
}

function describeWord(word: string, previous = ''): string {
  if (word.startsWith('--')) return word
  if (previous === '--report') return `--report ${word.split('=')[0]}`
  return previous.startsWith('--') ? 'value' : 'argument'
}

/** Explains why the command line does not accept these arguments. Returns undefined for valid arguments. Does not run the command. */
async function findProblem(words: readonly string[]): Promise<string | undefined> {
  try {
    await readCommandLine(words)
    return undefined
  } catch (error) {
    const { message } = error as Error
    // In running text, a command's name is enough. The files in commands exist only in the folder of the next test.
    const isFine = words.length === 1 ? message.includes(', got none') : message.includes(': cannot read ')
    return isFine ? undefined : message
  }
}

type Servers = Awaited<ReturnType<typeof startServers>>

async function startServers() {
  const next = await startTestMock({ contract: 'examples/contracts/next.yaml' })
  const { baseUrl: faulty, token: faultyToken } = await startFaulty('redirect-drops-query')
  return { sound: await startReferenceMock(), next: next.url, faulty, faultyToken }
}

/** Creates a folder with the files that the documentation names, and with the kit as `npx plant-store-kit`. */
async function prepareFolder(servers: Servers): Promise<string> {
  const program = (before: string) => `#!/bin/sh\n${before}exec '${process.execPath}' '${PROGRAM}' "$@"\n`
  const folder = createFolder({
    'next.yaml': readFileSync('examples/contracts/next.yaml', 'utf8'),
    'api/openapi.yaml': readFileSync('spec/openapi.yaml', 'utf8'),
    'recorded.json': '[{ "name": "Aloe vera" }]',
    'package.json': JSON.stringify({ scripts: { start: `node ${PROGRAM} mock` } }),
    'targets.yaml': JSON.stringify({
      targets: ['express', 'go'].map((name) => ({ name, baseUrl: servers.sound })),
    }),
    'bin/plant-store-kit': program(''),
    'bin/npx': program('while case "$1" in --*) true ;; *) false ;; esac; do shift; done\nshift\n'),
  })
  for (const name of ['plant-store-kit', 'npx']) chmodSync(join(folder, 'bin', name), 0o755)
  const reports = '--report json=plant-store.json --report har=run.har'
  const verify = `plant-store-kit verify http://127.0.0.1:4315 --plan full ${reports}`
  expect(await run(verify, folder, servers)).toMatchObject({ code: 1 })
  for (const name of ['before.json', 'after.json'])
    copyFileSync(join(folder, 'plant-store.json'), join(folder, name))
  return folder
}

/** Runs a command in a shell, with the test's servers. Stops a mock when it listens, and a watch when it waits for changes. */
async function run(
  line: string,
  folder: string,
  { sound, next, faulty, faultyToken }: Servers,
): Promise<{ code: number | null; output: string }> {
  const target = line.includes('--contract ') ? next : sound
  const here = line
    .replaceAll(/\$\{\{[^}]*\}\}/g, readExpression)
    .replace(/--port \d+/, '--port 0')
    .replaceAll(/ \/targets\/|"?\/work\//g, (folders) => folders.replace(/\/\w+\/$/, ''))
    .replaceAll('"$BASE_URL"', target)
    .replaceAll('http://127.0.0.1:4315', faulty)
    .replaceAll(
      /http:\/\/127\.0\.0\.1:(4010|8080\/v1)|https:\/\/(staging\.example|plants\.example\.com)\/v1/g,
      target,
    )
  const child = spawn('bash', ['-c', `exec ${here}`], {
    cwd: folder,
    env: {
      ...process.env,
      ...VARIABLES,
      PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
      PLANT_STORE_PORT: '0',
      PLANT_STORE_TOKEN: line.includes(':4315') || line.includes(' replay ') ? faultyToken : 'token-alice',
      // Other tests run the engines and the whole plan.
      PLANT_STORE_ENGINE: 'probes',
      PLANT_STORE_PLAN: 'monitor',
    },
  })
  let output = ''
  const read = (chunk: Buffer): void => {
    output += chunk
    const isReady = /plant-store-kit mock listening on |Ctrl-C to stop/.test(output)
    // After a second signal, a watch would end without its exit code.
    if (isReady && !child.killed) child.kill('SIGTERM')
  }
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  const [code] = await once(child, 'close')
  return { code, output }
}

/** Lists the commands in code blocks and in running text. Leaves out commands with placeholders such as `<id>`. */
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
