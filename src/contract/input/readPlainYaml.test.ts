import { array, assert, constantFrom, dictionary, double, letrec, oneof, property, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readPlainYaml } from './readPlainYaml.ts'

test('reads the files of a fixture folder', () => {
  const plants =
    '# Plants\naloe:\n  name: Aloe vera\n  tag: "house"\n\nrose:\n  name: Rosa × damascena # no\n'
  expect(readPlainYaml(plants)).toBeUndefined()
  expect(readPlainYaml(plants.replace(' # no', ''))).toEqual({ value: parse(plants) })
  const users =
    "ann:\n  token: token-ann\n  plants:\n    - aloe\n    - rose\nbob:\n  token: 't'\n  plants: []\n"
  expect(readPlainYaml(users)).toEqual({ value: parse(users) })
  const list = '- name: Aloe vera\n  height: 30\n-   name: Rosa\n    tag: shrub\n'
  expect(readPlainYaml(list.replaceAll('\n', '\r\n'))).toEqual({ value: parse(list) })
})

test.each([
  ['a: &x b\nc: *x'],
  ['a: |\n  b'],
  ['a: {b: c}'],
  ['a: [b]'],
  ['a: b\n  c'],
  ['- a\n  b'],
  ['a: 1\na: 2'],
  ['a: !!str 1'],
  ['a: "b\\n"'],
  ['a: 0x10'],
  ['a: 1.5'],
  ['a: True'],
  ['a:'],
  ['a: b: c'],
  ['---\na: b'],
  ['a:\tb'],
  ['- - a'],
  ['<<: a'],
  [''],
  ['a'],
])('leaves %j to the parser', (text) => {
  expect(readPlainYaml(text)).toBeUndefined()
})

const SCALARS = ['Aloe vera', 'tree', '"house"', "'b'", '12', '-7', '[]', 'é', 'a:b', 'x#y']
const KEYS = ['name', 'tag', 'a', 'b-c', 'yes']
const PARTS = [
  ...[
    'a',
    'b-c',
    'name',
    'null',
    'true',
    'yes',
    '~',
    '-',
    '- ',
    '- - ',
    ': ',
    ':',
    ' ',
    '  ',
    '    ',
    '\n',
    '\r\n',
  ],
  ...[
    '"x"',
    "'y'",
    '"',
    "'",
    '[]',
    '{}',
    '#',
    ' # c',
    '1',
    '-1',
    '01',
    '1e3',
    '.5',
    '0x1',
    '2001-01-01',
    '!',
    '&',
    '*',
  ],
  ...[
    '|',
    '>',
    '%',
    '@',
    '`',
    '\\',
    'é',
    '🌱',
    ',',
    '[',
    '?',
    '---',
    '...',
    '__proto__',
    'constructor',
    '\u00a0',
  ],
]

type Tree = string | Tree[] | { [key: string]: Tree }

const { tree } = letrec<{ tree: Tree; block: Tree }>((tie) => ({
  tree: oneof({ maxDepth: 3 }, constantFrom(...SCALARS), tie('block')),
  block: oneof(
    dictionary(constantFrom(...KEYS), tie('tree'), { minKeys: 1, maxKeys: 3 }),
    array(tie('tree'), { minLength: 1, maxLength: 3 }),
  ),
}))

function print(value: Tree, indent: string): string {
  if (typeof value === 'string') return ` ${value}\n`
  const rows = Array.isArray(value)
    ? value.map((each) => `${indent}-${print(each, `${indent}  `)}`)
    : Object.entries(value).map(([key, each]) => `${indent}${key}:${print(each, `${indent}  `)}`)
  return `\n${rows.join('')}`
}

test('whatever it reads, the parser reads the same', () => {
  let count = 0
  const edit = tuple(double({ min: 0, max: 1, noNaN: true }), oneof(constantFrom(''), constantFrom(...PARTS)))
  const source = tuple(tree, edit, edit).map(([value, ...edits]) =>
    edits.reduce(
      (text, [place, part]) => {
        const at = Math.round(place * text.length)
        return text.slice(0, at) + part + text.slice(at)
      },
      print(value, '').replaceAll(/- *\n +(?=[a-z])/g, '- '),
    ),
  )
  const same = (text: string): void => {
    const read = readPlainYaml(text)
    if (read === undefined) return
    count++
    expect(read.value, JSON.stringify(text)).toEqual(parse(text))
  }
  assert(property(source, same), { seed: 1, numRuns: 20_000 })
  expect(count).toBeGreaterThan(2_000)
})
