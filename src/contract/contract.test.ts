import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseContract } from './contract.ts'
import { ContractError } from './description.ts'

const own = readFileSync('spec/openapi.yaml', 'utf8')

/** Returns the kit's contract, in which `other` replaces `text`. */
function replace(text: string, other: string): string {
  if (!own.includes(text)) throw new Error(`the contract has no ${text}`)
  return own.replace(text, other)
}

const parse = (text: string) => parseContract(text, 'next.yaml')

/** Returns the line that the parser's error names, and the reason. */
function findRefusal(text: string): [line: string, reason: string] {
  try {
    parse(text)
  } catch (error) {
    if (!(error instanceof ContractError)) throw error
    expect(error.message).toBe(`next.yaml:${error.line}: ${error.reason}`)
    return [text.split('\n')[(error.line ?? 0) - 1]?.trim() ?? '', error.reason]
  }
  throw new Error('the contract was not refused')
}

const LIMIT = '            type: integer\n            format: int32\n'
const NAME = '          description: The name of the plant\n          type: string\n'
const withParameter = (parameter: string) => replace('      parameters:\n', `$&        - ${parameter}\n`)
const withMembers = (...members: string[]) =>
  replace('        tag:\n', `${members.map((member) => `        ${member}\n`).join('')}        tag:\n`)
const withName = (schema: string) => replace(NAME, `${NAME}          ${schema}\n`)

test.each([
  [
    'another version',
    replace('openapi: 3.1.0', 'swagger: "2.0"'),
    /^openapi|^swagger/,
    'expected OpenAPI 3.0 or 3.1, got "2.0"',
  ],
  [
    'two lists',
    replace('  /plants:\n', '  /trees: { get: {} }\n  /lists:\n'),
    'paths:',
    'expected one GET operation to test, got GET /trees and GET /lists',
  ],
  [
    'a path parameter',
    replace('  /plants:\n', '  /shops/{shop}/plants:\n'),
    '/shops/{shop}/plants:',
    'expected a path without parameters or a query, got "/shops/{shop}/plants"',
  ],
  [
    'another media type',
    replace('            application/json:\n', '            text/csv:\n'),
    '"200":',
    'expected a documented 200 with a JSON body whose schema has `type: array`',
  ],
  [
    'a reference to another file',
    replace('"#/components/schemas/Plant"', '"plant.yaml#/Plant"'),
    '$ref: "plant.yaml#/Plant"',
    'the kit reads only one file, so $ref must begin with #/, got "plant.yaml#/Plant"; first join the files, for example with redocly bundle',
  ],
  [
    'a reference to nothing',
    replace('"#/components/schemas/Plant"', '"#/components/schemas/Plan"'),
    '$ref: "#/components/schemas/Plan"',
    'the description has no value at "#/components/schemas/Plan"',
  ],
  [
    'an exclusiveMinimum of 3.0',
    withName('exclusiveMinimum: true'),
    'exclusiveMinimum: true',
    'exclusiveMinimum: expected a number, got the boolean true',
  ],
  ['a broken pattern', withName('pattern: "["'), 'schema:', /^Invalid regular expression/],
])('a contract with %s is refused, and the error names the line', (_, text, line, reason) => {
  const expected = [line, reason].map((each) => (each instanceof RegExp ? expect.stringMatching(each) : each))
  expect(findRefusal(text)).toEqual(expected)
})

const HEADER = 'name: X-Shop, in: header, required: true'

test.each([
  [String.raw`{ ${HEADER}, example: "a\r\nX: b" }`, 'a\r\nX: b'],
  [String.raw`{ ${HEADER}, schema: { enum: [a, "b\0"] } }`, 'b\0'],
  // When Node.js encodes these characters as Latin-1, they become CR and LF.
  [`{ ${HEADER}, example: čĊ }`, 'čĊ'],
  [String.raw`{ name: "X\nY", in: header, required: true, example: a }`, 'X\nY'],
  ['{ name: "X: a", in: header, required: true, example: a }', 'X: a'],
  [String.raw`{ name: "a\nb", in: query, example: a }`, 'a\nb'],
  [String.raw`{ name: tag, in: query, example: "\ud800" }`, '\ud800'],
])('the parameter %s is refused because of its name or value', (parameter, wrong) => {
  const [line, reason] = findRefusal(withParameter(parameter))
  expect([line, reason.replace(/^expected .*, got /, '')]).toEqual([`- ${parameter}`, JSON.stringify(wrong)])
})

test('the path and the name of the limit are sent unencoded, so unusual names are refused or ignored', () => {
  expect(findRefusal(replace('  /plants:\n', '  "/plants\\0":\n'))[1]).toMatch(/^expected a path without/)
  expect(findRefusal(replace('name: limit', 'name: "max\\0"'))[1]).toMatch(/^expected Unicode without/)
  const { hasLimit, parameters } = parse(replace('name: limit', 'name: "a b&c"'))
  expect([hasLimit, parameters[0]?.name]).toEqual([false, 'a b&c'])
})

test.each(['Content-Length', 'transfer-encoding', 'Host'])('a contract cannot set the header %s', (name) => {
  expect(parse(withParameter(`{ ${HEADER}, example: 5 }`.replace('X-Shop', name))).parameters).toEqual([])
})

test.each([
  ['other paths', replace('components:\n', '  /trees: { get: {} }\ncomponents:\n'), '1 other path'],
  ['another method', replace('    get:\n', '    post: {}\n    get:\n'), 'POST /plants'],
  ['a body', replace('      responses:\n', '      requestBody: {}\n      responses:\n'), 'requestBody'],
  ['webhooks', `${own}webhooks: {}\n`, 'webhooks'],
  ['an optional header', withParameter('{ name: X-Shop, in: header, example: a }'), 'the parameter "X-Shop"'],
  [
    'a required cookie',
    withParameter('{ name: shop, in: cookie, required: true, schema: { type: string } }'),
    'the parameter "shop" (send it with --header)',
  ],
  [
    'a parameter without a known value',
    withParameter('{ name: code, in: query, schema: { type: string, pattern: "^[A-Z]{3}$" } }'),
    'the parameter "code"',
  ],
  [
    'no limit',
    replace('required: false', 'required: true'),
    'limits, because no optional integer parameter limits the list',
  ],
  [
    'optional security',
    replace('  - bearerAuth: []\n', '$&  - {}\n'),
    'refusals, because the operation does not always require a bearer token',
  ],
  [
    'a header with properties',
    replace('Plant response\n', '$&          headers: { X-Page: { schema: { type: object } } }\n'),
    'the header "X-Page"',
  ],
  [
    'an alternative to the token',
    replace('  - bearerAuth: []\n', '  - bearerAuth: []\n  - key: []\n').replace(
      '  securitySchemes:\n',
      '  securitySchemes:\n    key: { type: apiKey, in: header, name: X-Key }\n',
    ),
    'the security scheme "key"',
  ],
  ['another documented body', replace('"400":', '"503": { content: {} }\n        $&'), 'the body of 503'],
  ['another media type', replace('application/json:', 'text/csv: {}\n            $&'), 'text/csv in 200'],
  ['a schema in itself', withMembers('parent: { $ref: "#/components/schemas/Plant" }'), 'a recursive schema'],
  ['a misspelt keyword', withName('maxLenght: 5'), 'the keyword "maxLenght"'],
  ['a format of its own', withName('format: latin-name'), 'the format "latin-name"'],
  ['a wrong example', withName('maxLength: 12'), 'the example "plants", which does not match its schema'],
])('a contract with %s is accepted, and this part is listed as not judged', (_, text, what) => {
  const { notJudged } = parse(text)
  expect(notJudged).toHaveLength(1)
  expect(notJudged[0]).toMatch(/ \(next\.yaml:\d+\)$/)
  expect(notJudged[0]?.replace(/ \(next\.yaml:\d+\)$/, '')).toBe(what)
})

test.each([
  ['{ name: tag, in: query, schema: { type: string, enum: [a, b] } }', ['a', 'b']],
  [
    '{ name: page, in: query, schema: { type: integer, minimum: 1, maximum: 9, default: 2 } }',
    ['2', '9', '1'],
  ],
  ['{ name: tags, in: query, schema: { type: array, items: { type: string, example: x } } }', ['plant']],
  ['{ name: wild, in: query, schema: { anyOf: [{ type: boolean }, { type: "null" }] } }', ['true']],
  ['{ name: since, in: query, example: 2026-01-31, schema: { type: string, format: date } }', ['2026-01-31']],
  ['{ name: X-Shop, in: header, required: true, schema: { type: string, example: north } }', ['north']],
])('the kit finds values for the parameter %s', (parameter, values) => {
  const { parameters, notJudged, hasLimit } = parse(withParameter(parameter))
  expect([parameters.map((each) => each.values), notJudged, hasLimit]).toEqual([[values], [], true])
})

test("for OpenAPI 3.0, the kit uses this version's rules for null and excluded bounds", () => {
  const { plants, notJudged } = parse(
    withMembers(
      'size: { type: number, minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false }',
    )
      .replace('openapi: 3.1.0', 'openapi: 3.0.3')
      .replace(NAME, `${NAME}          nullable: true\n`),
  )
  expect(notJudged).toEqual([])
  expect(plants.validate([{ name: null, size: 9 }])).toEqual([])
  expect(plants.validate([{ name: 5, size: 0 }]).map(({ message }) => message)).toEqual([
    '/0/name: expected a string or null, got the number 5',
    '/0/size: expected to be > 0, got the number 0',
  ])
})

test('the error may be documented under `default`, the security scheme may be OAuth 2, and the contract may have other paths', () => {
  const text = replace('        "400":\n', '        default:\n')
    .replace('      type: http\n      scheme: bearer\n', '      type: oauth2\n      flows: {}\n')
    .replace('  /plants:\n', '  /trees: { get: {} }\n  /v1/plants:\n')
  const { operation, error, security } = parse(text)
  expect([operation.path, error.status, security.isRequired]).toEqual(['/v1/plants', 400, true])
})

test('a write-only property is not required in responses', () => {
  const secret = 'secret: { type: string, writeOnly: true }'
  const text = withMembers(secret).replace('        - name\n', '$&        - secret\n')
  expect(parse(text).plants.validate([{ name: 'Aloe' }])).toEqual([])
})

test.each([
  ['title: Limit', { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }],
  ['exclusiveMinimum: 0', { minimum: 1 }],
  ['exclusiveMaximum: 51', { maximum: 50 }],
  ['default: 20', { default: 20 }],
  ['minimum: none', { minimum: Number.MIN_SAFE_INTEGER }],
])('a limit with %s has the properties %j', (schema, range) => {
  const { limit } = parse(replace(LIMIT, `            type: integer\n            ${schema}\n`))
  expect(limit).toMatchObject(range)
})

test('a limit may have the default null, which means that there is no default', () => {
  expect(
    parse(replace(LIMIT, '            type: [integer, "null"]\n            default: null\n')).limit,
  ).not.toHaveProperty('default')
})

test('schemas that refer to each other and double in size with each reference are refused', () => {
  const twice = Array.from({ length: 40 }, (_, index) => {
    const next = `{ $ref: "#/components/schemas/S${index + 1}" }`
    return `    S${index}: { properties: { a: ${next}, b: ${next} } }\n`
  })
  const text = withMembers('x: { $ref: "#/components/schemas/S0" }')
  const schemas = `  schemas:\n${twice.join('')}    S40: { type: string }\n`
  expect(() => parse(text.replace('  schemas:\n', schemas))).toThrow('expected at most 10000 subschemas')
})

test('a parameter and its schema may be references', () => {
  const text = replace(
    '        - name: limit\n          in: query\n          description: The maximum number of results to return.\n          required: false\n          schema:\n            type: integer\n            format: int32\n',
    '        - { $ref: "#/components/parameters/Max" }\n        - { name: tag, in: query, schema: { type: string } }\n',
  ).replace(
    '  schemas:\n',
    '  parameters:\n    Max: { name: max, in: query, schema: { $ref: "#/components/schemas/Limit" } }\n  schemas:\n    Limit: { type: integer, maximum: 9 }\n',
  )
  expect(parse(text).limit).toMatchObject({ name: 'max', pointer: '/components/parameters/Max', maximum: 9 })
})

test('uniqueItems can be validated for a list of 100,000 elements', () => {
  const text = replace('type: array\n', '$&                uniqueItems: true\n')
  const plants = Array.from({ length: 100_000 }, (_, index) => ({ name: `Plant ${index}`, tag: 'x' }))
  // A comparison of each element with every other element could take minutes.
  expect(parse(text).plants.validate(plants)).toEqual([])
  const again = { tag: 'x', name: 'Plant 7' }
  expect(parse(text).plants.validate([...plants, again])).toMatchObject([
    { path: '/uniqueItems', expected: 'not to have equal elements' },
  ])
})

test('a violation in a shared schema points to this schema, and a failed oneOf is one violation', () => {
  const text = withMembers(
    'home: { $ref: "#/components/schemas/Place" }',
    'wild: { oneOf: [{ $ref: "#/components/schemas/Place" }, { type: "null" }] }',
    'size: { patternProperties: { ^x: { type: integer } } }',
  ).replace(
    '    Error:\n',
    '    Place: { type: object, required: [land], properties: { land: { maxLength: 2 } } }\n    Error:\n',
  )
  const { plants, notJudged } = parse(text)
  expect(notJudged).toEqual([])
  const assertions = (plant: object) =>
    plants.validate([plant]).map(({ path, pointer }) => [plants.schema.pointerOf(path), pointer])
  expect(assertions({ name: 'Aloe', home: { land: 'NZL' } })).toEqual([
    ['/components/schemas/Place/properties/land/maxLength', '/0/home/land'],
  ])
  expect(assertions({ name: 'Aloe', wild: { land: 'NZL' } })).toEqual([
    ['/components/schemas/Plant/properties/wild/oneOf', '/0/wild'],
  ])
  expect(assertions({ name: 'Aloe', size: { xa: '1' } })).toEqual([
    ['/components/schemas/Plant/properties/size/patternProperties/^x/type', '/0/size/xa'],
  ])
})
