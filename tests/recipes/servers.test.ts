import { cpSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PROGRAM } from '../commandLine.testing.ts'
import { createFolder } from '../folder.testing.ts'
import { runProgram } from '../runProgram.testing.ts'
import { type Row, skipWithout } from './testRows.testing.ts'

const readme = readFileSync('examples/servers/README.md', 'utf8')

/** The commands under each heading of the README in examples/servers. */
const servers = [...readme.matchAll(/^## (.+)\n\n```sh\n([\s\S]+?)```/gm)].map(
  ([, name = '', commands = '']) => ({ name, commands }),
)

/** The programs besides npm that the commands need, by server: a command that succeeds if the program exists, and its Debian package. */
const needed: Readonly<Record<string, Row['needs']>> = {
  Python: { command: 'python3 --version', install: 'python3' },
  Go: { command: 'go version', install: 'golang-go' },
  Java: { command: 'java -version', install: 'default-jdk-headless' },
}

test("the README has a command for each server in the README's table", { tags: ['quick'] }, () => {
  const listed = [...readme.matchAll(/^\| \[(.+?)\]\(/gm)].map(([, name]) => name)
  expect(listed).toHaveLength(4)
  expect(servers.map(({ name }) => name)).toEqual(listed)
})

test.for(servers)(
  'the commands for the server in $name find it conformant, without warnings',
  { tags: ['quick'] },
  async ({ name, commands }, { skip }) => {
    skipWithout(needed[name], skip)
    const folder = createFolder()
    cpSync('examples/servers', folder, { recursive: true, filter: (file) => !file.includes('node_modules') })
    const script = `set -e\n${commands.replaceAll('npx plant-store-kit', `'${process.execPath}' '${PROGRAM}'`)}`
    const env = { ...process.env, NO_COLOR: '1', PLANT_STORE_ENGINE: 'probes' }
    const { code, stdout, stderr } = await runProgram(script, [], { cwd: folder, env, shell: true })
    expect(code, stderr).toBe(0)
    expect(stdout).toMatch(/^✓ conformant · exit 0$/m)
    expect(stdout).not.toMatch(/\d+ warning/)
  },
)
