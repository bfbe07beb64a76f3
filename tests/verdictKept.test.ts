import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { XMLValidator } from 'fast-xml-parser'
import { expect, test, vi } from 'vitest'
import { reportFormats } from '../src/report/document.ts'
import { startFaulty, startPlantStore } from './commandLine.testing.ts'
import { createFolder } from './folder.testing.ts'

/** All formats that a run can write. */
const formats = [...reportFormats, 'har'] as const
type Format = (typeof formats)[number]

/** A failure during a run, and the results that must stay. */
type Situation = {
  name: string
  /** Flags besides the target, the token and the reports. */
  flags?: readonly string[]
  signal?: NodeJS.Signals
  env?: Record<string, string>
  shell?: string
  /** The exit code for a server that ignores `limit`. Default: 1. Null if the process is killed. */
  code?: null
  stderr?: RegExp
  stdout?: RegExp
  /** Whether a writable report has new contents after the run. */
  written: boolean
  /** The format of the only report that cannot be written. */
  bad?: Format
}

const PACED = ['--rate', '20']
const SENT = '40 requests sent'
const SAY_SENT = `writeSync(2, '${SENT}\\n')`
/** Flags for a short run, for failures after the run. */
const SHORT = ['--plan', 'monitor', '--engine', 'probes']
const OLD = 'the report of the run before'

/** Makes the process run this code at the kit's 40th GET. */
const atRequest = (how: string): Record<string, string> => {
  const code = `import { writeSync } from 'node:fs'
    import net from 'node:net'
    const { write } = net.Socket.prototype
    let requests = 0
    net.Socket.prototype.write = function (chunk, ...rest) {
      if (String(chunk).startsWith('GET ') && ++requests === 40) ${how}
      return write.call(this, chunk, ...rest)
    }`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` }
}
const apology = /^plant-store-kit: sorry, the kit itself failed: out of order$/m

const interruptions: Situation[] = (['SIGINT', 'SIGHUP'] as const).map((signal) => ({
  name: signal,
  flags: signal === 'SIGINT' ? PACED : [...PACED, '--engine', 'probes'],
  env: atRequest(SAY_SENT),
  signal,
  stderr: /^plant-store-kit: interrupted; a second signal ends the process$/m,
  stdout: new RegExp(`The run was stopped early: interrupted by ${signal}\\.`),
  written: true,
}))

const situations: Situation[] = [
  ...interruptions,
  { name: 'SIGKILL', flags: PACED, env: atRequest(SAY_SENT), signal: 'SIGKILL', code: null, written: false },
  {
    name: 'a full disk',
    flags: SHORT,
    // With this limit, no program can write a byte to a file.
    shell: 'ulimit -f 0 && exec "$0" "$@"',
    stderr: new RegExp(
      `${formats.map((format) => `cannot write the ${format} report to .*file too large.*\\n`).join('plant-store-kit: ')}$`,
    ),
    stdout: /✓ conformant|✗ \d+ requirements? broken/,
    written: false,
  },
  {
    name: 'an error of the kit',
    env: atRequest(`throw new Error('out of order')`),
    stderr: apology,
    stdout: /stopped early: the kit itself failed: out of order/,
    written: true,
  },
  {
    name: 'an error of the kit that nothing catches',
    env: atRequest(`setImmediate(() => { throw new Error('out of order') })`),
    stderr: apology,
    stdout: /stopped early: the kit itself failed: out of order/,
    written: true,
  },
  {
    name: 'one report that goes to /dev/full',
    bad: 'json',
    flags: SHORT,
    stderr: /^plant-store-kit: cannot write the json report to \/dev\/full: no space left on device$/m,
    stdout: /✗ \d+ requirements? broken/,
    written: true,
  },
]

test.for(situations)(
  '$name truncates no report, leaves no files or processes, and loses the verdict only if it kills the kit',
  async (row) => {
    const names = [...formats, 'notes.txt']
    const folder = createFolder(Object.fromEntries(names.map((name) => [name, OLD])))
    const temporary = createFolder()
    const { baseUrl, token } = await startFaulty('limit-ignored')
    const reports = formats.map((format) => {
      const file = format === row.bad ? '/dev/full' : join(folder, format)
      return `${format}=${file}`
    })
    const { child, ended } = startPlantStore(
      [
        'verify',
        baseUrl,
        ...['--token', token],
        ...reports.flatMap((report) => ['--report', report]),
        ...(row.flags ?? ['--engine', 'probes']),
      ],
      {
        // The compile cache is outside the temporary folder, which must be empty at the end.
        env: { TMPDIR: temporary, NODE_COMPILE_CACHE: join(tmpdir(), 'plant-store-test-cache'), ...row.env },
        ...(row.shell !== undefined && { shell: row.shell }),
      },
    )
    const engines = row.signal ? await interruptRun(child, row.signal) : []
    const { code, stdout, stderr } = await ended
    const expected = row.code === undefined ? 1 : row.code
    expect(code, stderr).toBe(expected)
    if (row.stderr) expect(stderr).toMatch(row.stderr)
    if (row.stdout) expect(stdout).toMatch(row.stdout)
    expect(stderr).not.toMatch(/\n\s+at /)

    for (const format of formats.filter((each) => each !== row.bad)) {
      const text = readFileSync(join(folder, format), 'utf8')
      if (!row.written) expect(text).toBe(OLD)
      else readWhole[format](text)
    }
    if (row.written && row.bad === undefined)
      expect(JSON.parse(readFileSync(join(folder, 'json'), 'utf8')).exitCode).toBe(expected)
    expect(readdirSync(folder).sort()).toEqual(names.sort())
    // A killed process cannot remove its files, but its child processes do so soon after the kill.
    await vi.waitUntil(() => readdirSync(temporary).length === 0, { timeout: 20_000 })
    await vi.waitUntil(() => engines.every((pid) => !isAlive(pid)), { timeout: 20_000 })
    if (row.signal) expect(engines).toHaveLength(row.flags === PACED ? 2 : 0)
  },
)

/** Sends the signal in the middle of the run, and returns the process ids of the engines. */
async function interruptRun(
  child: ReturnType<typeof startPlantStore>['child'],
  signal: NodeJS.Signals,
): Promise<string[]> {
  await new Promise<void>((resolve) => {
    child.stderr.on('data', (text) => String(text).includes(SENT) && resolve())
  })
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', `${child.pid}`], { encoding: 'utf8' })
  child.kill(signal)
  return stdout.match(/\d+/g) ?? []
}

function isAlive(pid: string): boolean {
  // A process that has ended, but that its parent has not noticed, has the state Z.
  return /^[^Z]/.test(spawnSync('ps', ['-o', 'stat=', '-p', pid], { encoding: 'utf8' }).stdout)
}

const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
  JSON.parse(readFileSync('dist/generated/report.schema.json', 'utf8')),
)

/** Functions that throw if a report is incomplete, or is not in its format. */
const readWhole: Record<Format, (text: string) => void> = {
  terminal: (text) => expect(text).toMatch(/exit code [13]\n$|exit [13]\n$|exit code 0\n$|exit 0\n$/),
  html: (text) => expect(text).toMatch(/^<!doctype html>[\s\S]*<\/html>\n$/i),
  markdown: (text) => expect(text).toMatch(/^## [\s\S]*\nChecked by .*\n$/),
  github: (text) => expect(text).toMatch(/^(?:::(?:error|warning|notice) title=.*\n)+$/),
  junit: (text) => expect(XMLValidator.validate(text)).toBe(true),
  sarif: (text) => expect(JSON.parse(text).version).toBe('2.1.0'),
  gitlab: (text) => expect(JSON.parse(text)).toBeInstanceOf(Array),
  json: (text) => expect(validate(JSON.parse(text)) ? [] : validate.errors).toEqual([]),
  har: (text) => expect(JSON.parse(text).log.version).toBe('1.2'),
  ndjson: (text) => {
    const types = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).type)
    expect(types.indexOf('run')).toBe(types.length - 1)
  },
}
