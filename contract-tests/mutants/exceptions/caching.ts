import type { Exceptions } from './exception.ts'

/** Mutants of the caching server that are valid servers. */
export const caching: Exceptions = {
  'contract-tests/mutants/servers/cachingServer.ts': [
    {
      equivalent: 'The same list is only encoded again.',
      changes: [
        ['ConditionalExpression', 'known', 'false'],
        ['CallExpression', 'stored.set(key, made)', ';'],
      ],
    },
    {
      equivalent: 'node:http drops an unread body itself when the response ends.',
      changes: [['CallExpression', 'request.resume()', ';']],
    },
    {
      equivalent: 'The contract has no other paths, so their answers are free.',
      changes: [
        ['ConditionalExpression', `path !== '/plants'`, 'false'],
        ['BlockStatement', `{ sendError(response, 404, 'nothing here') return }`, '{}'],
      ],
    },
    {
      equivalent: 'The contract has no HEAD, so a server may refuse it.',
      changes: [
        ['ConditionalExpression', `request.method !== 'HEAD'`, 'true'],
        ['StringLiteral', `'HEAD'`, '""'],
      ],
    },
    {
      equivalent: 'The text of an Error message is free.',
      changes: [
        ['StringLiteral', `'nothing here'`, '""'],
        ['StringLiteral', `'only GET and HEAD are allowed'`, '""'],
        ['StringLiteral', `'a valid token is needed'`, '""'],
        ['StringLiteral', `'limit must be one integer from 1 to 2147483647'`, '""'],
      ],
    },
    {
      equivalent: 'A challenge may name the error, or not.',
      changes: [
        ['ConditionalExpression', `authorization === ''`, 'true'],
        ['StringLiteral', `', error="invalid_token"'`, '""'],
      ],
    },
    {
      equivalent: 'The contract leaves the answer to an invalid limit open: 400, or 200 with any list.',
      changes: [
        ['ConditionalExpression', 'limit === undefined', 'false'],
        [
          'BlockStatement',
          `{ sendError(response, 400, 'limit must be one integer from 1 to 2147483647') return }`,
          '{}',
        ],
        [
          'ConditionalExpression',
          'values.length === 1 && /^\\d+$/.test(value) && limit >= 1 && limit <= 2147483647',
          'true',
        ],
        [
          'LogicalOperator',
          'values.length === 1 && /^\\d+$/.test(value) && limit >= 1 && limit <= 2147483647',
          'values.length === 1 && /^\\d+$/.test(value) && limit >= 1 || limit <= 2147483647',
        ],
        ['ConditionalExpression', 'values.length === 1 && /^\\d+$/.test(value) && limit >= 1', 'true'],
        [
          'LogicalOperator',
          'values.length === 1 && /^\\d+$/.test(value) && limit >= 1',
          'values.length === 1 && /^\\d+$/.test(value) || limit >= 1',
        ],
        ['ConditionalExpression', 'values.length === 1 && /^\\d+$/.test(value)', 'true'],
        [
          'LogicalOperator',
          'values.length === 1 && /^\\d+$/.test(value)',
          'values.length === 1 || /^\\d+$/.test(value)',
        ],
        ['ConditionalExpression', 'values.length === 1', 'true'],
        ['Regex', '/^\\d+$/', '/\\d+$/'],
        ['Regex', '/^\\d+$/', '/^\\d+/'],
        ['ConditionalExpression', 'limit >= 1', 'true'],
        ['ConditionalExpression', 'limit <= 2147483647', 'true'],
      ],
    },
    {
      equivalent: 'A server may refuse a limit of its choice, if it serves others.',
      changes: [
        ['Regex', '/^\\d+$/', '/^\\d$/'],
        ['EqualityOperator', 'limit >= 1', 'limit > 1'],
        ['EqualityOperator', 'limit <= 2147483647', 'limit < 2147483647'],
      ],
    },
    {
      equivalent: 'A server may send every response without a coding.',
      changes: [
        ['StringLiteral', `'accept-encoding'`, '""'],
        [
          'BlockStatement',
          `{ const weights = new Map( String(header ?? '') .split(',')  … p') ?? weights.get('*') ?? 0) > 0 }`,
          '{}',
        ],
        ['LogicalOperator', `header ?? ''`, `header && ''`],
        ['StringLiteral', `''`, '"Stryker was here!"', 4],
        ['StringLiteral', `''`, '"Stryker was here!"', 5],
        ['StringLiteral', `''`, '"Stryker was here!"', 6],
        ['StringLiteral', `';'`, '""'],
        [
          'ArrayDeclaration',
          `[coding.trim().toLowerCase(), Number(weight.trim().replace('q=', '') || 1)]`,
          '[]',
        ],
        ['MethodExpression', 'coding.trim()', 'coding'],
        ['ConditionalExpression', `weight.trim().replace('q=', '') || 1`, 'false'],
        ['StringLiteral', `'q='`, '""'],
        ['StringLiteral', `''`, '"Stryker was here!"', 7],
        ['ConditionalExpression', `(weights.get('gzip') ?? weights.get('*') ?? 0) > 0`, 'false'],
        [
          'LogicalOperator',
          `weights.get('gzip') ?? weights.get('*') ?? 0`,
          `(weights.get('gzip') ?? weights.get('*')) && 0`,
        ],
        [
          'LogicalOperator',
          `weights.get('gzip') ?? weights.get('*')`,
          `weights.get('gzip') && weights.get('*')`,
        ],
      ],
    },
    {
      equivalent: 'Weights are the same with and without spaces around them.',
      changes: [['MethodExpression', 'weight.trim()', 'weight']],
    },
    {
      equivalent: 'A server may choose any coding for a request without Accept-Encoding.',
      changes: [['StringLiteral', `'*'`, '""']],
    },
    {
      equivalent:
        'Shared caches never store a response to a request with Authorization, so Cache-Control is not needed.',
      changes: [
        ['StringLiteral', `'private, no-cache'`, '""'],
        ['StringLiteral', `'no-store'`, '""'],
      ],
    },
    {
      equivalent:
        'With no-cache, caches ask before each use, and each coding has a tag of its own, so Vary changes nothing.',
      changes: [['StringLiteral', `'Accept-Encoding, Authorization'`, '""']],
    },
    {
      equivalent: 'A server may answer a conditional request with the whole list.',
      changes: [
        ['ConditionalExpression', `matches(request.headers['if-none-match'], tag)`, 'false'],
        ['StringLiteral', `'if-none-match'`, '""'],
        ['BlockStatement', '{ response.writeHead(304).end() return }', '{}'],
        [
          'BlockStatement',
          `{ if (header === undefined) return false return header.trim( … trim().replace('W/', '') === tag) }`,
          '{}',
        ],
        ['ConditionalExpression', 'header === undefined', 'true'],
        [
          'ConditionalExpression',
          `header.trim() === '*' || header.split(',').some((each) => each.trim().replace('W/', '') === tag)`,
          'false',
        ],
        [
          'LogicalOperator',
          `header.trim() === '*' || header.split(',').some((each) => each.trim().replace('W/', '') === tag)`,
          `header.trim() === '*' && header.split(',').some(each => each.trim().replace('W/', '') === tag)`,
        ],
        ['ConditionalExpression', `header.trim() === '*'`, 'false'],
        ['MethodExpression', 'header.trim()', 'header'],
        ['StringLiteral', `'*'`, '""', 2],
        [
          'MethodExpression',
          `header.split(',').some((each) => each.trim().replace('W/', '') === tag)`,
          `header.split(',').every(each => each.trim().replace('W/', '') === tag)`,
        ],
        ['StringLiteral', `','`, '""', 2],
        ['ArrowFunction', `(each) => each.trim().replace('W/', '') === tag`, '() => undefined'],
        ['ConditionalExpression', `each.trim().replace('W/', '') === tag`, 'false'],
        ['MethodExpression', 'each.trim()', 'each'],
        ['StringLiteral', `'W/'`, '""'],
        ['StringLiteral', `''`, '"Stryker was here!"', 8],
      ],
    },
    {
      equivalent: 'A server may accept exactly one space before the token; the kit only remarks on it.',
      changes: [['Regex', '/^bearer +(\\S+)$/i', '/^bearer (\\S+)$/i']],
    },
  ],
}
