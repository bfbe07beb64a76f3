import { expect, test } from 'vitest'
import { explainFailure } from './explainFailure.ts'
import { program } from './program.ts'

/** How a command line that cannot be run ends. */
async function misuse(args: readonly string[]): Promise<{ code: number; text: string }> {
  const line = await program(args, () => {})
  const parsed = line.parseAsync(args, { from: 'user' })
  return explainFailure(await parsed.catch((error: unknown) => error), false)
}

test.each([
  [['mock', '--port', 'x'], /--port.*Expected a port from 0 to 65535, got "x"/],
  [['mock', '--port', '65536'], /got "65536"/],
  [['mock', '--port'], /--port.*argument missing/],
  [['mock', '--base-path', '/a?b'], /--base-path.*Expected a path like \/v1/],
  [['mock', '--host', ''], /--host.*Expected an address/],
  [['mock', '--fixtures', '/does/not/exist'], /\/does\/not\/exist: expected a folder/],
  [['mock', '--prot', '1'], /unknown option '--prot'/],
  [['mock', 'extra'], /too many arguments/],
  [['mokc'], /unknown command 'mokc'/],
] as const)('plant-store %j is a usage error', async (args, message) => {
  const { code, text } = await misuse(args)
  expect(code).toBe(2)
  expect(text).toMatch(message)
  expect(text).not.toContain('    at ')
})

test('the general help has every command with its description, in its order', async () => {
  const line = await program(['--help'], () => {})
  expect(line.helpInformation()).toMatch(
    / mock .* Serve [\s\S]* verify .* Judge [\s\S]* checks .* List [\s\S]* prove .* Run /,
  )
})

test('a command that is called is the only one that is loaded', async () => {
  const line = await program(['mock'], () => {})
  expect(line.commands.map((command) => command.name())).toEqual(['mock'])
})
