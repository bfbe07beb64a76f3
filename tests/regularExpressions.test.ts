import { globSync, readFileSync } from 'node:fs'
import { ts } from '@ts-morph/common'
import { analyse } from 'scslre'
import { expect, test } from 'vitest'

const files = globSync(['src/**/*.{ts,tsx,cts,mjs}', 'contract-tests/**/*.ts']).filter(
  (file) => !/\.(test|test-data|testing)\.ts$|implementations\/|node_modules\//.test(file),
)

test('every regular expression takes linear time', () => {
  const all = files.flatMap(listRegularExpressions)
  expect(all.length).toBeGreaterThan(150)
  expect(all.filter(isSlow)).toEqual([])
})

test('this test recognises a slow regular expression', () => {
  expect(
    ['/\\s*,/', '/ +$/', '/^(a*)*$/', '/x[ab]*[bc]*$/'].map((text) => parse(text)).filter(isSlow),
  ).toHaveLength(4)
})

type Literal = { place: string; source: string; flags: string }

function listRegularExpressions(file: string): Literal[] {
  const found: Literal[] = []
  const text = readFileSync(file, 'utf8')
  const parsed = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const line = parsed.getLineAndCharacterOfPosition(node.end).line + 1
      found.push(parse(node.text, `${file}:${line}`))
    }
    ts.forEachChild(node, visit)
  }
  visit(parsed)
  return found
}

function parse(literal: string, place = ''): Literal {
  const end = literal.lastIndexOf('/')
  return { place, source: literal.slice(1, end), flags: literal.slice(end + 1) }
}

function isSlow({ source, flags }: Literal): boolean {
  return analyse({ source, flags }).reports.length > 0
}
