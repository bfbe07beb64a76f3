import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * The maximum size of each room, in physical lines of TypeScript, JavaScript, CSS, HTML and Vue, and the size when this table was last
 * changed. A room that is over its budget must not grow. After such a room has shrunk, lower the room's number here.
 */
const ROOMS: readonly { room: string; folders: readonly string[]; budget: number; held: number }[] = [
  { room: 'contract', folders: ['src/contract'], budget: 1_000, held: 1_000 },
  { room: 'record', folders: ['src/record'], budget: 2_900, held: 2_900 },
  { room: 'judge', folders: ['src/judge'], budget: 2_400, held: 2_400 },
  { room: 'engines', folders: ['src/engines'], budget: 900, held: 892 },
  { room: 'report', folders: ['src/report'], budget: 2_100, held: 2_099 },
  { room: 'mock', folders: ['src/mock', 'src/page'], budget: 4_900, held: 4_897 },
  { room: 'console', folders: ['src/console'], budget: 2_600, held: 2_596 },
  { room: 'cli', folders: ['src/cli'], budget: 2_400, held: 2_386 },
  { room: 'the rest of src', folders: [], budget: 800, held: 793 },
  { room: 'src', folders: ['src'], budget: 20_000, held: 19_963 },
  { room: 'contract-tests', folders: ['contract-tests'], budget: 13_000, held: 12_343 },
  { room: 'bench, deploy', folders: ['bench', 'deploy'], budget: 3_000, held: 2_540 },
]

const TESTS = { budget: 17_000, held: 16_449 }
const FILES_OF_SRC = { budget: 250, held: 205 }

const CODE = ['src', 'contract-tests', 'tests', 'bench', 'deploy'].map(
  (folder) => `${folder}/**/*.{ts,tsx,cts,mjs,js,css,html,vue}`,
)
const GENERATED = ['**/node_modules', 'deploy/site/{.pages,dist}', 'deploy/site/.vitepress/{cache,dist}']

const lines = new Map(
  globSync(CODE, { exclude: GENERATED }).map((file) => [
    file,
    readFileSync(file, 'utf8').split('\n').length - 1,
  ]),
)
const isTest = (file: string): boolean =>
  file.startsWith('tests/') || /\.(test|test-data|testing)\.[^/]+$/.test(file)
const product = [...lines.keys()].filter((file) => !isTest(file))

const rows = [
  ...ROOMS.map(({ room, folders, budget, held }) => ({ room, budget, held, now: sum(listFiles(folders)) })),
  { room: 'all tests', ...TESTS, now: sum([...lines.keys()].filter(isTest)) },
  { room: 'files of src', ...FILES_OF_SRC, now: product.filter((file) => file.startsWith('src/')).length },
]

console.table(rows.map(({ room, now, budget }) => ({ room, now, budget })))

test.each(rows)('$room has $now of $budget lines or files, or does not grow', ({ now, budget, held }) => {
  expect(now).toBeLessThanOrEqual(Math.max(budget, held))
})

/** Lists the files of a room. A room without folders has the files of src that are in no other room. */
function listFiles(folders: readonly string[]): string[] {
  if (folders.length > 0) return product.filter((file) => isIn(file, folders))
  const others = ROOMS.flatMap((room) => room.folders).filter((folder) => folder !== 'src')
  return product.filter((file) => file.startsWith('src/') && !isIn(file, others))
}

function isIn(file: string, folders: readonly string[]): boolean {
  return folders.some((folder) => file.startsWith(`${folder}/`))
}

function sum(files: readonly string[]): number {
  return files.reduce((total, file) => total + (lines.get(file) ?? 0), 0)
}
