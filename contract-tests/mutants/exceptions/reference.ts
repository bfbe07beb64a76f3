// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the code of mutants has placeholders.
import type { Exceptions } from './exception.ts'

/** Mutants of the reference server that are valid servers, or have faults that are not checked. */
export const reference: Exceptions = {
  'src/mock/completeResponse.ts': [
    {
      equivalent: 'node:http never sends the body of a response to HEAD.',
      changes: [
        ['ConditionalExpression', `method === 'HEAD'`, 'false'],
        ['StringLiteral', `'HEAD'`, '""'],
      ],
    },
  ],
  'src/mock/handler/answers.ts': [
    {
      equivalent:
        'Nothing requires this header: shared caches never store a response to a request with Authorization, and nosniff is advice.',
      changes: [
        [
          'ArrayDeclaration',
          `['Cache-Control', 'private, no-store', 'X-Content-Type-Options', 'nosniff']`,
          '[]',
        ],
        ['StringLiteral', `'private, no-store'`, '""'],
        ['StringLiteral', `'nosniff'`, '""'],
      ],
    },
    {
      equivalent: `The text goes to a header of the mock's own, which the contract does not have.`,
      changes: [
        ['StringLiteral', `'fixtures'`, '""'],
        ['StringLiteral', `'method'`, '""'],
      ],
    },
    {
      equivalent: 'The default is never used.',
      changes: [['ArrayDeclaration', '[]', '["Stryker was here"]', 2]],
    },
    {
      equivalent: 'A 204 needs no headers, and neither does an answer to OPTIONS or to a preflight.',
      changes: [['ArrayDeclaration', '[...COMMON, ...headers]', '[]']],
    },
  ],
  'src/mock/handler/challenges.ts': [
    {
      equivalent: `The text goes to a header of the mock's own, which the contract does not have.`,
      changes: [
        ['StringLiteral', `'no-token'`, '""'],
        ['StringLiteral', `'bad-token'`, '""'],
        [
          'StringLiteral',
          `'you can find the tokens in users.yaml, in the console and at /__admin/users'`,
          '""',
        ],
      ],
    },
    {
      equivalent: 'The text of an Error message is free.',
      changes: [
        ['StringLiteral', '`missing bearer token; send the header Authorization: Bearer ${token}`', '``'],
        ['StringLiteral', '`unknown bearer token; this mock has tokens of ${names}`', '``'],
        ['StringLiteral', '`<token>, with ${tokens}`', '``'],
        ['StringLiteral', `'<token>'`, '""'],
        ['StringLiteral', `'and'`, '""'],
        ['MethodExpression', 'users.slice(0, MOST_LISTED)', 'users'],
        ['ArrowFunction', '({ name }) => name', '() => undefined'],
        ['ArrowFunction', '({ token }) => token', '() => undefined'],
        ['ConditionalExpression', 'authorization === undefined', 'false'],
      ],
    },
  ],
  'src/mock/handler/cors.ts': [
    {
      equivalent: 'Cross-origin access is optional, and so are the headers that it exposes.',
      changes: [
        [
          'StringLiteral',
          `'Allow, Date, Preference-Applied, Retry-After, WWW-Authentic … tore-Rule, X-Plant-Store-Violation'`,
          '""',
        ],
        [
          'ArrayDeclaration',
          `['Access-Control-Allow-Origin', '*', 'Access-Control-Expose-Headers', EXPOSED, ...VARY]`,
          '[]',
        ],
        ['StringLiteral', `'*'`, '""'],
        ['ConditionalExpression', `cors === '*'`, 'false'],
        ['EqualityOperator', `cors === '*'`, `cors !== '*'`],
        ['StringLiteral', `'*'`, '""', 2],
      ],
    },
    {
      equivalent: 'Every origin gets the same response, so Vary: Origin changes nothing.',
      changes: [
        ['ArrayDeclaration', `['Vary', 'Origin']`, '[]'],
        ['StringLiteral', `'Origin'`, '""'],
      ],
    },
    {
      equivalent: 'The mock runs with its default, which allows all origins.',
      changes: [['ConditionalExpression', `cors === '*'`, 'true']],
    },
  ],
  'src/mock/handler/encodePlants.ts': [
    {
      equivalent: 'The list is the same, only cut again.',
      changes: [
        ['EqualityOperator', 'most < plants.length', 'most <= plants.length'],
        ['ConditionalExpression', 'most !== latest.most', 'true'],
        ['ObjectLiteral', '{ most: 0, start: cut(1) }', '{}'],
      ],
    },
  ],
  'src/mock/handler/findByToken.ts': [
    {
      equivalent: 'The header is parsed, as every unusual one is, and the result is the same.',
      changes: [
        ['ArrayDeclaration', '[`Bearer ${token}`, value]', '[]'],
        ['StringLiteral', '`Bearer ${token}`', '``'],
        ['ConditionalExpression', 'found !== undefined', 'false'],
      ],
    },
    {
      equivalent: 'It only decides between two valid challenges and their messages.',
      changes: [['ConditionalExpression', `bearer === 'absent'`, 'true']],
    },
  ],
  'src/mock/handler/handler.ts': [
    {
      equivalent: `The text goes to a header of the mock's own, which the contract does not have.`,
      changes: [
        ['StringLiteral', `'options'`, '""'],
        ['StringLiteral', `'bad-limit'`, '""'],
        ['StringLiteral', `'bad-path'`, '""'],
        ['StringLiteral', `'not-found'`, '""'],
      ],
    },
    {
      equivalent: 'A 204 needs no headers, and neither does an answer to OPTIONS or to a preflight.',
      changes: [
        ['ArrayDeclaration', `['Allow', METHODS]`, '[]'],
        ['ConditionalExpression', 'isPreflight(method, headers)', 'false'],
      ],
    },
    {
      equivalent: 'The text of an Error message is free.',
      changes: [
        ['StringLiteral', '`${path} allows ${METHODS}, not ${method}`', '``'],
        ['StringLiteral', `'the path is not valid: a percent sign must start an escape such as %20'`, '""'],
        ['StringLiteral', '`did you mean ${path}?`', '``'],
        ['StringLiteral', '`the plants are at ${path}`', '``'],
        ['StringLiteral', '`nothing at ${quote(requestPath)}; ${hint}`', '``'],
        ['MethodExpression', 'requestPath.endsWith(operation)', 'requestPath.startsWith(operation)'],
        ['MethodExpression', 'requestPath.slice(0, -operation.length)', 'requestPath'],
        ['UnaryOperator', '-operation.length', '+operation.length'],
        [
          'BlockStatement',
          "{ const given = quote(prefix === '' ? '/' : prefix) return ` … o \"${ANY_PREFIX}\" for any prefix` }",
          '{}',
        ],
        ['ConditionalExpression', `prefix === ''`, 'true'],
        ['ConditionalExpression', `prefix === ''`, 'false'],
        ['EqualityOperator', `prefix === ''`, `prefix !== ''`],
        ['StringLiteral', `''`, '"Stryker was here!"', 3],
        ['StringLiteral', `'/'`, '""'],
        [
          'StringLiteral',
          '`the plants are at ${path}; to serve them here, set the base …  to "${ANY_PREFIX}" for any prefix`',
          '``',
        ],
      ],
    },
    {
      equivalent: 'The contract has no other paths, methods or targets, so their answers are free.',
      changes: [
        ['ConditionalExpression', `method === 'OPTIONS' && target === '*'`, 'false'],
        [
          'LogicalOperator',
          `method === 'OPTIONS' && target === '*'`,
          `method === 'OPTIONS' || target === '*'`,
        ],
        ['ConditionalExpression', `method === 'OPTIONS'`, 'true'],
        ['EqualityOperator', `method === 'OPTIONS'`, `method !== 'OPTIONS'`],
        ['StringLiteral', `'OPTIONS'`, '""'],
        ['ConditionalExpression', `target === '*'`, 'true'],
        ['EqualityOperator', `target === '*'`, `target !== '*'`],
        ['StringLiteral', `'*'`, '""'],
        ['ConditionalExpression', 'requestPath !== path', 'false'],
        ['EqualityOperator', 'requestPath !== path', 'requestPath === path'],
        [
          'BlockStatement',
          '{ const normal = normalisePath(requestPath) if (normal === u … requestPath, path, contract.path) }',
          '{}',
        ],
        ['ConditionalExpression', 'normal === undefined', 'false'],
        ['ConditionalExpression', '!isOperationPath(normal, basePath, contract.path)', 'false'],
        ['ConditionalExpression', `method === 'OPTIONS'`, 'false'],
        ['StringLiteral', `'OPTIONS'`, '""', 2],
      ],
    },
    {
      equivalent: 'Comparing the path after normalising it has the same result.',
      changes: [['ConditionalExpression', 'requestPath !== path', 'true']],
    },
    {
      equivalent: 'The mock runs without a base path, so the path is the same.',
      changes: [
        ['ConditionalExpression', 'basePath === ANY_PREFIX', 'true'],
        ['ConditionalExpression', 'basePath === ANY_PREFIX', 'false'],
        ['EqualityOperator', 'basePath === ANY_PREFIX', 'basePath !== ANY_PREFIX'],
        ['StringLiteral', `''`, '"Stryker was here!"'],
      ],
    },
    {
      equivalent:
        'A server may read an encoded letter in the path in another way; the kit only remarks on it.',
      changes: [
        ['ConditionalExpression', 'normal === undefined', 'true'],
        ['EqualityOperator', 'normal === undefined', 'normal !== undefined'],
        ['ConditionalExpression', '!isOperationPath(normal, basePath, contract.path)', 'true'],
        [
          'BooleanLiteral',
          '!isOperationPath(normal, basePath, contract.path)',
          'isOperationPath(normal, basePath, contract.path)',
        ],
      ],
    },
    {
      equivalent: 'The contract has no HEAD, so a server may refuse it.',
      changes: [
        ['ConditionalExpression', `method !== 'HEAD'`, 'true'],
        ['StringLiteral', `'HEAD'`, '""'],
      ],
    },
    {
      equivalent: 'The path is read as a query without a limit, so the list is the same.',
      changes: [
        ['ConditionalExpression', 'mark === -1', 'false', 2],
        ['UnaryOperator', '-1', '+1', 2],
      ],
    },
    {
      equivalent: 'A query with an unknown parameter has the same list.',
      changes: [['StringLiteral', `''`, '"Stryker was here!"', 2]],
    },
    {
      equivalent: 'The contract leaves the answer to an invalid limit open: 400, or 200 with any list.',
      changes: [
        ['ConditionalExpression', `'problem' in limit`, 'false'],
        ['StringLiteral', `'problem'`, '""'],
      ],
    },
  ],
  'src/mock/handler/readBearerToken.ts': [
    {
      equivalent: 'A server may accept exactly one space before the token; the kit only remarks on it.',
      changes: [['Regex', '/^bearer +([A-Za-z0-9\\-._~+/]+=*)$/i', '/^bearer ([A-Za-z0-9\\-._~+/]+=*)$/i']],
    },
    {
      equivalent: 'It only decides between two valid challenges and their messages.',
      changes: [
        ['Regex', '/^bearer(?: |$)/i', '/bearer(?: |$)/i'],
        ['Regex', '/^bearer(?: |$)/i', '/^bearer(?: )/i'],
        ['ConditionalExpression', 'authorization === undefined', 'false'],
        ['ConditionalExpression', 'token !== undefined', 'true'],
        ['StringLiteral', `'malformed'`, '""'],
        ['StringLiteral', `'absent'`, '""', 2],
      ],
    },
  ],
  'src/mock/handler/readLimit.ts': [
    {
      equivalent: `The text goes to a header of the mock's own, which the contract does not have.`,
      changes: [
        ['ConditionalExpression', 'isTypo(key, name)', 'true'],
        ['ConditionalExpression', 'isTypo(key, name)', 'false'],
        ['StringLiteral', '`unknown parameter ${quote(key)}; did you mean ${name}?`', '``'],
        ['ConditionalExpression', 'hint === undefined', 'true'],
        ['ConditionalExpression', 'hint === undefined', 'false'],
        ['EqualityOperator', 'hint === undefined', 'hint !== undefined'],
      ],
    },
    {
      equivalent: 'The text of an Error message is free.',
      changes: [
        [
          'StringLiteral',
          `'the query is not valid: a percent sign must start the escap … character (%25 is the sign itself)'`,
          '""',
        ],
        ['StringLiteral', '`an integer from ${least} to ${most}`', '``'],
        [
          'StringLiteral',
          "`${name} must be given once, as ${range}, got ${values.slice … ues.length > 3 ? ' and more' : ''}`",
          '``',
        ],
        ['MethodExpression', 'values.slice(0, 3)', 'values'],
        ['StringLiteral', `' and '`, '""'],
        ['ConditionalExpression', 'values.length > 3', 'true'],
        ['ConditionalExpression', 'values.length > 3', 'false'],
        ['EqualityOperator', 'values.length > 3', 'values.length >= 3'],
        ['EqualityOperator', 'values.length > 3', 'values.length <= 3'],
        ['StringLiteral', `' and more'`, '""'],
        ['StringLiteral', `''`, '"Stryker was here!"', 3],
        ['StringLiteral', '`${name} must be ${range}, got ${quote(value)}`', '``'],
      ],
    },
    {
      equivalent: 'The contract leaves the answer to an invalid limit open: 400, or 200 with any list.',
      changes: [
        ['ArithmeticOperator', '2 ** 31 - 1', '2 ** 31 + 1'],
        ['ConditionalExpression', 'key === undefined || value === undefined', 'false'],
        [
          'LogicalOperator',
          'key === undefined || value === undefined',
          'key === undefined && value === undefined',
        ],
        ['ConditionalExpression', 'key === undefined', 'false'],
        ['ConditionalExpression', 'value === undefined', 'false'],
        ['ObjectLiteral', '{ problem: NOT_UTF8 }', '{}'],
        ['ConditionalExpression', 'values.length > 1', 'false'],
        [
          'ObjectLiteral',
          "{ problem: `${name} must be given once, as ${range}, got ${v … .length > 3 ? ' and more' : ''}`, }",
          '{}',
        ],
        [
          'ConditionalExpression',
          'isInteger(value) && Number(value) >= least && Number(value) <= most',
          'true',
        ],
        [
          'LogicalOperator',
          'isInteger(value) && Number(value) >= least && Number(value) <= most',
          'isInteger(value) && Number(value) >= least || Number(value) <= most',
        ],
        ['ConditionalExpression', 'isInteger(value) && Number(value) >= least', 'true'],
        [
          'LogicalOperator',
          'isInteger(value) && Number(value) >= least',
          'isInteger(value) || Number(value) >= least',
        ],
        ['ConditionalExpression', 'Number(value) >= least', 'true'],
        ['EqualityOperator', 'Number(value) >= least', 'Number(value) > least'],
        ['ConditionalExpression', 'Number(value) <= most', 'true'],
        ['ObjectLiteral', '{ problem: `${name} must be ${range}, got ${quote(value)}` }', '{}'],
        ['Regex', '/^-?[0-9]+$/', '/-?[0-9]+$/'],
        ['Regex', '/^-?[0-9]+$/', '/^-?[0-9]+/'],
        ['StringLiteral', `' '`, '""'],
        ['BlockStatement', '{ return undefined }', '{}'],
      ],
    },
    {
      equivalent: 'An empty query has no limit either way.',
      changes: [
        ['ConditionalExpression', `query === ''`, 'false'],
        ['StringLiteral', `''`, '"Stryker was here!"'],
      ],
    },
    {
      equivalent:
        'It matters only for a parameter without an equals sign, which no request for a valid limit has.',
      changes: [
        ['ConditionalExpression', 'equals === -1', 'false'],
        ['UnaryOperator', '-1', '+1'],
        ['ConditionalExpression', 'equals === -1', 'false', 2],
        ['UnaryOperator', '-1', '+1', 2],
        ['StringLiteral', `''`, '"Stryker was here!"', 2],
      ],
    },
    {
      equivalent: 'A server may refuse parameters that the contract does not define.',
      changes: [
        ['ConditionalExpression', 'key === name', 'true'],
        ['ConditionalExpression', 'key === undefined || value === undefined', 'true'],
        ['EqualityOperator', 'key === undefined', 'key !== undefined'],
        ['EqualityOperator', 'value === undefined', 'value !== undefined'],
      ],
    },
    {
      equivalent: 'A server may refuse a limit above a maximum of its own.',
      changes: [
        ['EqualityOperator', 'Number(value) <= most', 'Number(value) < most'],
        ['Regex', '/^-?[0-9]+$/', '/^-?[0-9]$/'],
      ],
    },
    {
      equivalent: 'Decoding changes nothing in a text without escapes.',
      changes: [
        ['ConditionalExpression', `!text.includes('%') && !text.includes('+')`, 'false'],
        ['StringLiteral', `'%'`, '""'],
        ['BooleanLiteral', `!text.includes('+')`, `text.includes('+')`],
        ['StringLiteral', `'+'`, '""'],
      ],
    },
    {
      equivalent: 'A limit that is not a number selects the whole list, as no limit does.',
      changes: [
        ['ObjectLiteral', '{ most: limitRange.default ?? Number.POSITIVE_INFINITY }', '{}'],
        [
          'LogicalOperator',
          'limitRange.default ?? Number.POSITIVE_INFINITY',
          'limitRange.default && Number.POSITIVE_INFINITY',
        ],
        ['ObjectLiteral', '{ ...fallback, hint }', '{}'],
      ],
    },
  ],
  'src/mock/normalisePath.ts': [
    {
      equivalent: 'The contract has no other paths, methods or targets, so their answers are free.',
      changes: [
        ['ConditionalExpression', '/%(?![0-9A-Fa-f]{2})/.test(path)', 'false'],
        ['Regex', '/%(?![0-9A-Fa-f]{2})/', '/%(?![0-9A-Fa-f])/'],
        ['MethodExpression', 'escaped.toUpperCase()', 'escaped.toLowerCase()'],
      ],
    },
    {
      equivalent:
        'A server may read an encoded letter in the path in another way; the kit only remarks on it.',
      changes: [
        [
          'BlockStatement',
          '{ if (/%(?![0-9A-Fa-f]{2})/.test(path)) return undefined ret … racter : escaped.toUpperCase() }) }',
          '{}',
        ],
        ['ConditionalExpression', '/%(?![0-9A-Fa-f]{2})/.test(path)', 'true'],
        ['Regex', '/%(?![0-9A-Fa-f]{2})/', '/%(?=[0-9A-Fa-f]{2})/'],
        ['Regex', '/%(?![0-9A-Fa-f]{2})/', '/%(?![^0-9A-Fa-f]{2})/'],
        ['Regex', '/%[0-9A-Fa-f]{2}/g', '/%[0-9A-Fa-f]/g'],
        ['Regex', '/%[0-9A-Fa-f]{2}/g', '/%[^0-9A-Fa-f]{2}/g'],
        [
          'BlockStatement',
          '{ const character = String.fromCharCode(Number.parseInt(esca … character : escaped.toUpperCase() }',
          '{}',
        ],
        ['MethodExpression', 'escaped.slice(1)', 'escaped'],
        ['Regex', '/[A-Za-z0-9\\-._~]/', '/[^A-Za-z0-9\\-._~]/'],
      ],
    },
  ],
  'src/mock/records.ts': [
    {
      equivalent: 'node:http joins repeated Authorization headers, so no value is a list.',
      changes: [
        ['ConditionalExpression', `typeof value === 'object'`, 'false'],
        ['StringLiteral', `'object'`, '""'],
        ['StringLiteral', `', '`, '""'],
      ],
    },
  ],
  'src/mock/hosts/createNodeServer.ts': [
    {
      equivalent: 'The default is never used.',
      changes: [['StringLiteral', `''`, '"Stryker was here!"']],
    },
  ],
  'src/mock/hosts/sendReply.ts': [
    {
      equivalent: 'Only a scenario sends a body in pieces.',
      changes: [
        ['ConditionalExpression', 'dribble && body.byteLength > 0', 'false'],
        ['ConditionalExpression', 'body.byteLength > 0', 'true'],
        ['EqualityOperator', 'body.byteLength > 0', 'body.byteLength >= 0'],
        ['EqualityOperator', 'body.byteLength > 0', 'body.byteLength <= 0'],
        ['CallExpression', 'drip(splitBody(body, dribble), response)', ';'],
      ],
    },
  ],
}
