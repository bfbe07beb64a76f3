import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = import.meta.dirname

/** The frameworks whose advice is run, each with a server. The server listens on `PORT`, and with `REDIRECT` redirects to another path. */
export type Framework = {
  name: string
  /** Returns the version and the command that starts the server. Throws if the machine lacks a program. */
  prepare: () => { version: string; command: readonly string[] }
}

export const frameworks: readonly Framework[] = [
  {
    name: 'Express',
    prepare: () => {
      const manifest = readFileSync('tests/node_modules/express/package.json', 'utf8')
      return {
        version: JSON.parse(manifest).version,
        command: [process.execPath, join(folder, 'servers/express.mjs')],
      }
    },
  },
  {
    name: 'FastAPI',
    prepare: () => {
      const python = process.env.PYTHON ?? 'python3'
      const version = execFileSync(python, ['-c', 'import fastapi, uvicorn; print(fastapi.__version__)'])
      return {
        version: String(version).trim(),
        command: [python, join(folder, 'servers/fastApi.py')],
      }
    },
  },
  {
    name: 'Go',
    prepare: () => {
      const version = String(execFileSync('go', ['env', 'GOVERSION']))
        .trim()
        .replace('go', '')
      const program = join(mkdtempSync(join(tmpdir(), 'advice-')), 'server')
      execFileSync('go', ['build', '-o', program, join(folder, 'servers/main.go')])
      return { version, command: [program] }
    },
  },
]
