import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { topics } from '../contract-tests/checks/advice/index.ts'
import { ran } from '../contract-tests/checks/advice/ran.ts'

const servers: Record<string, string> = {
  Express: 'bench/advice/servers/express.mjs',
  FastAPI: 'bench/advice/servers/fastApi.py',
  Go: 'bench/advice/servers/main.go',
}

test.for(Object.keys(ran))('every line of the code for %s is in the server that was run', (framework) => {
  const server = readFileSync(servers[framework] ?? '', 'utf8').replaceAll(/[ \t]+/g, ' ')
  const lines = topics.flatMap(({ advice }) =>
    advice
      .filter((each) => each.framework === framework)
      .flatMap(({ code = '' }) => code.split('\n').map((line) => line.trim().replaceAll(/[ \t]+/g, ' '))),
  )
  expect(lines.length).toBeGreaterThan(20)
  expect(lines.filter((line) => !server.includes(line))).toEqual([])
})

test.for(Object.keys(ran))('the server for %s makes the mistake of every topic', (framework) => {
  const server = readFileSync(servers[framework] ?? '', 'utf8')
  expect(
    topics.map(({ id }) => id).filter((id) => !new RegExp(`['"]${id}['"]|^ {4}${id}: `, 'm').test(server)),
  ).toEqual([])
})
