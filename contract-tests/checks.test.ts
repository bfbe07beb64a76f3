import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { parseContract } from '../src/contract/contract.ts'
import { valueAt } from '../src/contract/jsonPointer.ts'
import { readContract } from '../src/contract/readContract.ts'
import type { Check } from '../src/judge/check.ts'
import { verifyWith } from '../src/record/verifyWith.ts'
import { isPublicHost } from './checks/access/leaks.ts'
import { createChecks } from './checks/index.ts'
import { readCheckPages } from './checks/pages.ts'
import { changePlants, changePlantsText, setHeaders } from './implementations/change.ts'
import { faultyServers, variations } from './implementations/index.ts'
import { startImplementation } from './implementations/startImplementation.ts'
import { suite } from './suite.ts'
import { verifyImplementation } from './verifyImplementation.testing.ts'

const contract = readContract()
const checks = createChecks(contract)
const ids = checks.map(({ id }) => id)

test('the ids of checks and of implementations are unique', () => {
  expect(new Set(ids).size).toBe(ids.length)
  const implementations = [...faultyServers, ...variations].map(({ id }) => id)
  expect(new Set(implementations).size).toBe(implementations.length)
})

test('docs/checks/ has a heading for each check, with a reason, and advice for four frameworks', () => {
  const pages = readCheckPages()
  const reasons = pages.flatMap((page) => [...page.checks])
  expect(reasons.map(([id]) => id).sort()).toEqual([...ids].sort())
  expect(reasons.filter(([, why]) => !why.endsWith('.'))).toEqual([])
  for (const { advice } of pages)
    expect(advice.slice(0, 4).map(({ framework }) => framework)).toEqual([
      'Express',
      'Spring',
      'FastAPI',
      'Go',
    ])
})

test('docs/checks.md links to each page', () => {
  const text = readFileSync('docs/checks.md', 'utf8')
  for (const { id, title } of readCheckPages()) expect(text).toContain(`\n- [${title}](checks/${id}.md)\n`)
})

test('CHANGELOG.md lists every MUST check once', () => {
  const lists = readFileSync('CHANGELOG.md', 'utf8').matchAll(/^- New MUST checks: ([^.]*)\.$/gm)
  const listed = [...lists].flatMap(([, list = '']) => [...list.matchAll(/`([^`]+)`/g)].map(([, id]) => id))
  const must = checks.filter(({ level }) => level === 'MUST').map(({ id }) => id)
  expect(must.filter((id) => !listed.includes(id))).toEqual([])
  expect(listed.filter((id, index) => listed.indexOf(id) !== index)).toEqual([])
})

const listExplanations = ({ explainedBy = [], after = [] }: Check): string[] => [...explainedBy, ...after]

test('every check that explains another check exists', () => {
  const named = checks.flatMap(listExplanations)
  expect(named.filter((id) => !ids.includes(id))).toEqual([])
})

test('no two checks explain each other, because both violations would disappear', () => {
  const causes = new Map(checks.map((check) => [check.id, listExplanations(check)]))
  const listCauses = (id: string, known = new Set<string>()): Set<string> => {
    for (const cause of causes.get(id) ?? []) if (!known.has(cause)) listCauses(cause, known.add(cause))
    return known
  }
  expect(ids.filter((id) => listCauses(id).has(id))).toEqual([])
})

test("every requirement's pointer exists in a contract with other names", () => {
  const text = contract.text
    .replaceAll('limit', 'most')
    .replace('/plants:', '/herbs:')
    .replaceAll('schemas/Plant', 'schemas/Herb')
    .replace('    Plant:', '    Herb:')
  const document: unknown = parse(text)
  const pointers = listPointers(createChecks(parseContract(text)))
  expect(pointers.length).toBeGreaterThan(20)
  expect(pointers.filter((pointer) => valueAt(document, pointer) === undefined)).toEqual([])
})

test('every assertion of the response schemas has exactly one check', () => {
  const document: unknown = parse(contract.text)
  const schemas = '/paths/~1plants/get/responses/%/content/application~1json/schema'
  const assertions = ['200', '400'].flatMap((status) =>
    listAssertions(document, schemas.replace('%', status)),
  )
  const pointers = listPointers(checks)
  expect(assertions.length).toBe(10)
  for (const assertion of assertions)
    expect(pointers.filter((pointer) => pointer === assertion)).toEqual([assertion])
})

test('every check has a fault, and every fault has a check', () => {
  const named = new Set(faultyServers.map(({ check }) => check))
  expect(ids.filter((id) => !named.has(id))).toEqual([])
  expect([...named].filter((id) => !ids.includes(id))).toEqual([])
})

function listPointers(all: readonly Check[]): string[] {
  return all.flatMap(({ requirement }) => ('pointer' in requirement ? [requirement.pointer] : []))
}

/** Lists the JSON pointers to all assertions of a schema, including assertions behind references. */
function listAssertions(document: unknown, pointer: string): string[] {
  const schema = valueAt(document, pointer)
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (keyword === '$ref') return listAssertions(document, String(value).slice(1))
    if (keyword === 'items') return listAssertions(document, `${pointer}/items`)
    if (keyword === 'properties')
      return Object.keys(value).flatMap((name) => listAssertions(document, `${pointer}/properties/${name}`))
    return keyword === 'description' ? [] : [`${pointer}/${keyword}`]
  })
}

test.each([
  [true, 'plants.example.com 93.184.216.34 [2606:2800:220:1::1] api.plants.dev'],
  [
    false,
    'localhost api 127.0.0.1 [::1] 10.0.0.7 172.20.0.3 192.168.1.9 [fd00::7] plants.local api.internal shop.test',
  ],
])('the kit treats hosts as public (%s): %s', (isPublic, hosts) => {
  expect(hosts.split(' ').filter((host) => isPublicHost(host) !== isPublic)).toEqual([])
})

const expectations = {
  token: { sees: [{ name: 'Aloe vera', tag: 'house' }], mustNotSee: ['Drosera capensis'] },
  otherToken: { sees: ['Drosera capensis'], mustNotSee: ['Aloe vera'] },
}

test.each([
  ['a wrapped list', 'plants-array', changePlants((plants) => ({ plants }))],
  [
    'a list without names',
    'plant-name-present',
    changePlants((plants) => plants.map(({ tag }) => ({ tag }))),
  ],
  ['a list that is cut off', 'json-syntax', changePlantsText((text) => text.slice(0, -1))],
])('%s is not reported as missing plants', async (_what, check, difference) => {
  const { findings } = await verifyImplementation({ difference, expectations }, 1_000)
  const failed = findings.filter(({ verdict }) => verdict === 'fail').map((finding) => finding.check)
  expect(failed).toContain(check)
  expect(failed.filter((id) => id.startsWith('users-'))).toEqual([])
})

test('if only a cache header suggests a fault, the finding names the flag for a second user', async () => {
  const { baseUrl, token, close } = await startImplementation(setHeaders({ 'X-Cache': 'HIT' }))
  const report = await verifyWith(baseUrl, { suite, engines: { probes: 'probes' } }, { token })
  await close()
  const remark = report.findings.find(({ check }) => check === 'cache-users-apart')
  expect(remark).toMatchObject({ verdict: 'inconclusive', note: expect.stringContaining('--other-token') })
  expect(report).toMatchObject({ exitCode: 0, reasons: [] })
})
