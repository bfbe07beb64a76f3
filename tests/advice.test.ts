import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ranWith, readCheckPages } from '../contract-tests/checks/pages.ts'

const pages = readCheckPages()

const servers: Record<string, string> = {
  Express: 'bench/advice/servers/express.mjs',
  FastAPI: 'bench/advice/servers/fastApi.py',
  Go: 'bench/advice/servers/main.go',
}

test.for([...ranWith.keys()])('every line of the code for %s is in the server that was run', (framework) => {
  const server = readFileSync(servers[framework] ?? '', 'utf8').replaceAll(/[ \t]+/g, ' ')
  const lines = pages.flatMap(({ advice }) =>
    advice
      .filter((each) => each.framework === framework)
      .flatMap(({ code = '' }) => code.split('\n').map((line) => line.trim().replaceAll(/[ \t]+/g, ' '))),
  )
  expect(lines.length).toBeGreaterThan(20)
  expect(lines.filter((line) => !server.includes(line))).toEqual([])
})

test.for([...ranWith.keys()])('the server for %s makes the mistake of every page', (framework) => {
  const server = readFileSync(servers[framework] ?? '', 'utf8')
  expect(
    pages.map(({ id }) => id).filter((id) => !new RegExp(`['"]${id}['"]|^ {4}${id}: `, 'm').test(server)),
  ).toEqual([])
})
