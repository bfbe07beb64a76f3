import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ContractError } from './ContractError.ts'
import { parseContract } from './contract.ts'

const own = readFileSync('spec/openapi.yaml', 'utf8')

/** The kit's contract with another text instead of one that it has. */
function replace(text: string, other: string): string {
  if (!own.includes(text)) throw new Error(`the contract has no ${text}`)
  return own.replace(text, other)
}

const parse = (text: string) => parseContract(text, 'next.yaml')

/** The message and the text of its line. */
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
const PLANT = '    Plant:\n      type: object\n'
const withLimit = (schema: string) => replace(LIMIT, `            type: integer\n            ${schema}\n`)
const withName = (schema: string) => replace(NAME, `${NAME}          ${schema}\n`)

test.each([
  [
    'another version',
    replace('openapi: 3.1.0', 'openapi: 3.0.3'),
    'openapi: 3.0.3',
    'expected OpenAPI 3.1, got "3.0.3"',
  ],
  [
    'a second path',
    replace('components:\n', '  /trees:\n    get: {}\ncomponents:\n'),
    '/trees:',
    'the kit judges one operation; "/trees" is a second path',
  ],
  [
    'another method',
    replace('    get:\n', '    post: {}\n    get:\n'),
    'post: {}',
    'the kit judges one GET, and cannot judge post',
  ],
  [
    'a path parameter',
    replace('  /plants:\n', '  /shops/{shop}/plants:\n'),
    '/shops/{shop}/plants:',
    'expected a path without parameters and query, got "/shops/{shop}/plants"',
  ],
  [
    'a body',
    replace('      responses:\n', '      requestBody: {}\n      responses:\n'),
    'requestBody: {}',
    'the kit judges one GET, and cannot judge requestBody',
  ],
  [
    'webhooks',
    `${own}webhooks:\n  grown: {}\n`,
    'webhooks:',
    'the kit judges one GET, and cannot judge webhooks',
  ],
  [
    'another required parameter',
    replace(
      '      parameters:\n',
      '      parameters:\n        - name: X-Shop\n          in: header\n          required: true\n          schema: { type: string }\n',
    ),
    'required: true',
    'the kit cannot send the parameter "X-Shop", so it must not be required',
  ],
  [
    'a required limit',
    replace('          required: false\n', '          required: true\n'),
    'required: true',
    'limit must not be required: the kit also asks for the whole list',
  ],
  [
    'no limit',
    replace('type: integer\n', 'type: string\n'),
    'parameters:',
    'expected a query parameter of type integer that limits the list',
  ],
  [
    'two parameters that may be the limit',
    replace('name: limit\n', 'name: max\n').replace(
      '      parameters:\n',
      '      parameters:\n        - { name: page, in: query, schema: { type: integer } }\n',
    ),
    'parameters:',
    'cannot tell which parameter limits the list: "page", "max"; name it limit',
  ],
  [
    'steps of the limit',
    withLimit('multipleOf: 5'),
    'multipleOf: 5',
    'the kit cannot judge "multipleOf" of the parameter limit',
  ],
  [
    'no positive limit',
    withLimit('maximum: 0'),
    'schema:',
    'limit: expected a schema that allows a positive limit',
  ],
  [
    'a default outside the range',
    withLimit('{}').replace('            {}\n', '            maximum: 10\n            default: 20\n'),
    'default: 20',
    'the default 20 of limit is outside its own range',
  ],
  [
    'no security',
    replace('security:\n  - bearerAuth: []\n', ''),
    'openapi: 3.1.0',
    'expected that the operation requires a bearer token, got no security',
  ],
  [
    'optional security',
    replace('  - bearerAuth: []\n', '  - bearerAuth: []\n  - {}\n'),
    'security:',
    'expected exactly one requirement with one scheme; the kit cannot judge alternatives, combinations and optional security',
  ],
  [
    'an API key',
    replace(
      '      type: http\n      scheme: bearer\n',
      '      type: apiKey\n      in: header\n      name: X-Key\n',
    ),
    'bearerAuth:',
    'the kit judges bearer tokens only; "bearerAuth" is "apiKey"',
  ],
  [
    'another documented body',
    replace(
      '        "400":\n',
      '        default:\n          description: Anything else\n          content: {}\n        "400":\n',
    ),
    'content: {}',
    'the kit judges the bodies of 200 and of single refusals (4xx); it cannot judge that of "default"',
  ],
  [
    'no 400',
    replace('        "400":\n', '        "422":\n').replace(
      '          content:\n            application/json:\n              schema:\n                $ref: "#/components/schemas/Error"',
      '          x-content:\n            application/json:\n              schema:\n                $ref: "#/components/schemas/Error"',
    ),
    'responses:',
    'expected that the operation documents 400',
  ],
  [
    'headers of a response',
    replace(
      '          description: Plant response\n',
      '          description: Plant response\n          headers:\n            X-Total: {}\n',
    ),
    'headers:',
    'the kit cannot judge the headers of a response',
  ],
  [
    'another media type',
    replace('            application/json:\n', '            text/csv:\n'),
    'content:',
    'expected exactly one media type for 200, and JSON, got "text/csv"',
  ],
  [
    'an object around the list',
    replace('                type: array\n', '                type: object\n'),
    'schema:',
    'expected a 200 with an array of objects: type: array, with items of type: object',
  ],
  [
    'a reference to another file',
    replace('"#/components/schemas/Plant"', '"plant.yaml#/Plant"'),
    '$ref: "plant.yaml#/Plant"',
    'the kit reads one file, so $ref has to begin with #/, got "plant.yaml#/Plant"; join the files first, for example with redocly bundle',
  ],
  [
    'a reference to nothing',
    replace('"#/components/schemas/Plant"', '"#/components/schemas/Plan"'),
    '$ref: "#/components/schemas/Plan"',
    'there is nothing at "#/components/schemas/Plan"',
  ],
  [
    'a schema in itself',
    replace('        tag:\n', '        parent: { $ref: "#/components/schemas/Plant" }\n        tag:\n'),
    'Plant:',
    'the kit cannot judge a schema that contains itself',
  ],
  [
    'a misspelt keyword',
    withName('maxLenght: 5'),
    'maxLenght: 5',
    'unknown keyword "maxLenght"; did you mean maxLength?',
  ],
  [
    'nullable',
    withName('nullable: true'),
    'nullable: true',
    'the kit cannot judge nullable; add "null" to type',
  ],
  [
    'an exclusiveMinimum of 3.0',
    withName('exclusiveMinimum: true'),
    'exclusiveMinimum: true',
    'exclusiveMinimum: must be number, got true',
  ],
  [
    'a format of its own',
    withName('format: latin-name'),
    'format: latin-name',
    expect.stringMatching(
      /^the kit cannot judge the format "latin-name"; use a pattern, or date, .* or commonmark$/,
    ),
  ],
  [
    'a broken pattern',
    withName('pattern: "["'),
    'pattern: "["',
    'pattern: must match format "regex", got "["',
  ],
  [
    'members of requests',
    withName('writeOnly: true'),
    'writeOnly: true',
    'the kit cannot judge writeOnly; leave it out',
  ],
  [
    'dynamic references',
    replace(PLANT, `${PLANT}      $dynamicAnchor: plant\n`),
    '$dynamicAnchor: plant',
    'the kit cannot judge $dynamicAnchor; leave it out',
  ],
  [
    'an example that does not fit',
    withName('maxLength: 12'),
    '- name: Monstera deliciosa',
    'the example plants does not match its schema: expected not to have more than 12 characters, got the string "Monstera deliciosa"',
  ],
  [
    'something that is not YAML',
    replace('paths:\n', 'paths: [\n'),
    expect.any(String),
    expect.stringContaining('not YAML'),
  ],
])('a contract with %s is refused at its line', (_, text, line, reason) => {
  expect(findRefusal(text)).toEqual([line, reason])
})

test.each([
  ['/v2', '/v2'],
  ['https://plants.example/shop/v2/', '/shop/v2'],
  ['https://plants.example', ''],
  ['/', ''],
  [
    '"{scheme}://plants.example/{version}"\n    variables: { scheme: { default: https }, version: { default: v3 } }',
    '/v3',
  ],
])('the prefix of the server %s is "%s"', (url, prefix) => {
  const servers = own.slice(own.indexOf('servers:'), own.indexOf('security:'))
  expect(parse(own.replace(servers, `servers:\n  - url: ${url}\n`)).prefix).toBe(prefix)
})

test.each([
  ['{}', { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }],
  ['exclusiveMinimum: 0', { minimum: 1 }],
  ['exclusiveMaximum: 51', { maximum: 50 }],
  ['default: 20', { default: 20 }],
])('a limit with %s has the range %j', (schema, range) => {
  expect(
    parse(replace(LIMIT, `            type: integer\n${schema === '{}' ? '' : `            ${schema}\n`}`))
      .limit,
  ).toMatchObject(range)
})

test('parameters, responses, security schemes and optional parameters may be references', () => {
  const text = replace(
    '        - name: limit\n          in: query\n          description: The maximum number of results to return.\n          required: false\n          schema:\n            type: integer\n            format: int32\n',
    '        - { $ref: "#/components/parameters/Max" }\n        - { name: tag, in: query, schema: { type: string } }\n',
  ).replace(
    '  schemas:\n',
    '  parameters:\n    Max: { name: max, in: query, schema: { $ref: "#/components/schemas/Limit" } }\n  schemas:\n    Limit: { type: integer, maximum: 9 }\n',
  )
  expect(parse(text).limit).toMatchObject({
    name: 'max',
    pointer: '/components/parameters/Max',
    maximum: 9,
  })
})

/** The assertions that a list violates, with a schema for one member. */
function violate(schema: string, value: unknown): string[] {
  const contract = parse(
    withName('x-a: 1').replace('        tag:\n', `        size: ${schema}\n        tag:\n`),
  )
  return contract.plants
    .validate([{ name: 'Aloe', size: value }])
    .map(
      ({ path, message }) =>
        `${contract.plants.schema.pointerOf(path).replace('/components/schemas/Plant/properties/size', '')} ${message}`,
    )
}

test.each([
  [
    '{ anyOf: [{ type: string, minLength: 3 }, { type: "null" }] }',
    'ab',
    ['/anyOf /0/size: expected to match a schema in anyOf, got the string "ab"'],
  ],
  ['{ anyOf: [{ type: string, minLength: 3 }, { type: "null" }] }', null, []],
  [
    '{ oneOf: [{ minimum: 1 }, { minimum: 2 }] }',
    5,
    ['/oneOf /0/size: expected to match exactly one schema in oneOf, got the number 5'],
  ],
  [
    '{ allOf: [{ minimum: 1 }, { multipleOf: 2 }] }',
    -1,
    [
      '/allOf/0/minimum /0/size: expected to be >= 1, got the number -1',
      '/allOf/1/multipleOf /0/size: expected to be multiple of 2, got the number -1',
    ],
  ],
  ['{ not: { const: 0 } }', 0, ['/not /0/size: expected not to be valid, got the number 0']],
  [
    '{ if: { type: integer }, then: { minimum: 1 } }',
    0,
    ['/if /0/size: expected to match "then" schema, got the number 0'],
  ],
  ['{ type: [integer, "null"] }', 'a', ['/type /0/size: expected an integer or null, got the string "a"']],
  [
    '{ contains: { const: 1 }, minContains: 2 }',
    [1],
    ['/contains /0/size: expected to contain at least 2 valid item(s), got an array of 1'],
  ],
  [
    '{ prefixItems: [{ type: integer }], items: { type: string } }',
    ['a', 1],
    [
      '/prefixItems/0/type /0/size/0: expected an integer, got the string "a"',
      '/items/type /0/size/1: expected a string, got the number 1',
    ],
  ],
  [
    '{ prefixItems: [true], items: false }',
    [1, 2],
    ['/items /0/size: expected not to have more than 1 items, got an array of 2'],
  ],
  [
    '{ propertyNames: { maxLength: 1 } }',
    { ab: 1 },
    ['/propertyNames /0/size: expected property name must be valid, got the member "ab"'],
  ],
  [
    '{ patternProperties: { ^x: { type: integer } }, additionalProperties: { type: string } }',
    { xa: '1', b: 1 },
    [
      '/additionalProperties/type /0/size/b: expected a string, got the number 1',
      '/patternProperties/^x/type /0/size/xa: expected an integer, got the string "1"',
    ],
  ],
  [
    '{ dependentRequired: { a: [b] } }',
    { a: 1 },
    [
      '/dependentRequired /0/size: expected to have property b when property a is present, got an object with "a"',
    ],
  ],
  [
    '{ dependentSchemas: { a: { minProperties: 2 } } }',
    { a: 1 },
    [
      '/dependentSchemas/a/minProperties /0/size: expected not to have fewer than 2 properties, got an object with "a"',
    ],
  ],
  [
    '{ properties: { a: true }, unevaluatedProperties: false }',
    { b: 1 },
    ['/unevaluatedProperties /0/size: expected not to have unevaluated properties, got the member "b"'],
  ],
  ['{ const: { a: 1 } }', 1, ['/const /0/size: expected {"a":1}, got the number 1']],
  [
    '{ maximum: 5, exclusiveMaximum: 5 }',
    6,
    [
      '/maximum /0/size: expected to be <= 5, got the number 6',
      '/exclusiveMaximum /0/size: expected to be < 5, got the number 6',
    ],
  ],
])('with the schema %s, the value %j violates %j', (schema, value, expected) => {
  expect(violate(schema, value).toSorted()).toEqual(expected.toSorted())
})

test('a long list of different elements is validated in time', () => {
  const text = own.replace(
    '                type: array\n',
    '                type: array\n                uniqueItems: true\n',
  )
  const plants = Array.from({ length: 100_000 }, (_, index) => ({ name: `Plant ${index}`, tag: 'x' }))
  const started = performance.now()
  expect(parse(text).plants.validate(plants)).toEqual([])
  expect(performance.now() - started).toBeLessThan(5_000)
  const again = { tag: 'x', name: 'Plant 7' }
  expect(parse(text).plants.validate([...plants, again])).toMatchObject([
    { path: '/uniqueItems', expected: 'not to have equal elements' },
  ])
})

test('a violation in a schema that two members share has one place, and one of a choice adds none', () => {
  const text = replace(
    '        tag:\n',
    '        home: { $ref: "#/components/schemas/Place" }\n        wild: { oneOf: [{ $ref: "#/components/schemas/Place" }, { type: "null" }] }\n        tag:\n',
  ).replace(
    '    Error:\n',
    '    Place: { type: object, required: [land], properties: { land: { maxLength: 2 } } }\n    Error:\n',
  )
  const { plants } = parse(text)
  const assertions = (plant: object) =>
    plants.validate([plant]).map(({ path, pointer }) => [plants.schema.pointerOf(path), pointer])
  expect(assertions({ name: 'Aloe', home: { land: 'NZL' } })).toEqual([
    ['/components/schemas/Place/properties/land/maxLength', '/0/home/land'],
  ])
  expect(assertions({ name: 'Aloe', wild: { land: 'NZL' } })).toEqual([
    ['/components/schemas/Plant/properties/wild/oneOf', '/0/wild'],
  ])
})
