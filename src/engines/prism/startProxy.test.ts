import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { engineRequest, judgeWith, listClaims, startSmallServer } from '../smallServer.testing.ts'
import { startPrism } from './prism.ts'

const entry = createRequire(import.meta.url).resolve('@stoplight/prism-cli/dist/index.js')

test('the proxy starts without the mock and the command line of Prism', () => {
  const script = `
    import Module from 'node:module'
    import { loadProxy } from '${new URL('startProxy.ts', import.meta.url).href}'
    const { address } = await loadProxy(${JSON.stringify(entry)})('spec/openapi.yaml', 'http://127.0.0.1:9')
    console.log([address, ...Object.keys(Module._cache)].join('\\n'))
    process.exit()`
  const output = execFileSync(process.execPath, ['--no-warnings', '--input-type=module', '-e', script], {
    encoding: 'utf8',
  })
  const [address, ...files] = output.split('\n')
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  const packages = new Set(files.map((file) => /.*node_modules[\\/]((@\w+[\\/])?[\w-]+)/.exec(file)?.[1]))
  expect(packages).toContain('ajv')
  for (const name of ['@faker-js/faker', 'json-schema-faker', 'postman-collection', 'yargs', 'signale'])
    expect(packages).not.toContain(name)
})

test('if the packages of the proxy are not where they are expected, the command of Prism runs instead', async () => {
  const project = mkdtempSync(join(tmpdir(), 'project-'))
  onTestFinished(() => rmSync(project, { recursive: true }))
  const folder = join(project, 'node_modules/@stoplight/prism-cli')
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'package.json'),
    '{"name": "@stoplight/prism-cli", "version": "99.0.0", "bin": {"prism": "all.js"}}',
  )
  writeFileSync(join(folder, 'all.js'), `require(${JSON.stringify(entry)})`)
  vi.spyOn(process, 'cwd').mockReturnValue(project)
  onTestFinished(() => void vi.restoreAllMocks())
  const server = await startSmallServer()
  onTestFinished(server.close)
  const requests = ['name is a number', 'good'].map((answer) => engineRequest(answer))
  const outcome = await judgeWith(startPrism, `${server.origin}/v1/plants`, requests)
  expect(outcome).toMatchObject({ version: '99.0.0', status: 'completed', detail: 'judged 2 requests' })
  expect(listClaims(outcome)).toEqual(['name is a number: body'])
})
