import type { Exceptions } from './exception.ts'

/** Mutants of the server with signed tokens that are valid servers, or have faults that are not checked. */
export const signedTokens: Exceptions = {
  'contract-tests/mutants/servers/signedTokenServer.ts': [
    {
      equivalent: 'The default is never used, or has the same result.',
      changes: [
        ['StringLiteral', `''`, '"Stryker was here!"'],
        ['StringLiteral', `''`, '"Stryker was here!"', 2],
        ['StringLiteral', `''`, '"Stryker was here!"', 3],
        ['StringLiteral', `''`, '"Stryker was here!"', 5],
        ['StringLiteral', `''`, '"Stryker was here!"', 6],
        ['StringLiteral', `''`, '"Stryker was here!"', 7],
        ['StringLiteral', `''`, '"Stryker was here!"', 8],
        ['ArrayDeclaration', '[]', '["Stryker was here"]'],
      ],
    },
    {
      equivalent: 'The contract has no HEAD, so a server may refuse it.',
      changes: [
        ['ConditionalExpression', `request.method === 'HEAD'`, 'false'],
        ['StringLiteral', `'HEAD'`, '""'],
      ],
    },
    {
      equivalent: 'The text of an Error message is free.',
      changes: [
        ['StringLiteral', `'not found'`, '""'],
        ['StringLiteral', `'method not allowed'`, '""'],
        ['StringLiteral', `'limit must be an int32 that is not negative'`, '""'],
        ['StringLiteral', `'token missing, invalid or expired'`, '""'],
      ],
    },
    {
      equivalent:
        'Nothing requires this header: shared caches never store a response to a request with Authorization, and nosniff is advice.',
      changes: [
        ['StringLiteral', `'no-store'`, '""'],
        ['StringLiteral', `'nosniff'`, '""'],
      ],
    },
    {
      equivalent: 'node:http never sends the body of a response to HEAD.',
      changes: [
        ['ConditionalExpression', `request.method === 'HEAD'`, 'false', 2],
        ['StringLiteral', `'HEAD'`, '""', 2],
      ],
    },
    {
      equivalent: 'The contract leaves the answer to an invalid limit open: 400, or 200 with any list.',
      changes: [
        [
          'ConditionalExpression',
          `limits.length > 1 || !/^-?\\d+$/.test(limits[0] ?? '') || limit < 0 || limit > 0x7fffffff`,
          'false',
        ],
        [
          'LogicalOperator',
          `limits.length > 1 || !/^-?\\d+$/.test(limits[0] ?? '') || limit < 0 || limit > 0x7fffffff`,
          `(limits.length > 1 || !/^-?\\d+$/.test(limits[0] ?? '') || limit < 0) && limit > 0x7fffffff`,
        ],
        [
          'ConditionalExpression',
          `limits.length > 1 || !/^-?\\d+$/.test(limits[0] ?? '') || limit < 0`,
          'false',
        ],
        [
          'LogicalOperator',
          `limits.length > 1 || !/^-?\\d+$/.test(limits[0] ?? '') || limit < 0`,
          `(limits.length > 1 || !/^-?\\d+$/.test(limits[0] ?? '')) && limit < 0`,
        ],
        ['ConditionalExpression', `limits.length > 1 || !/^-?\\d+$/.test(limits[0] ?? '')`, 'false'],
        [
          'LogicalOperator',
          `limits.length > 1 || !/^-?\\d+$/.test(limits[0] ?? '')`,
          `limits.length > 1 && !/^-?\\d+$/.test(limits[0] ?? '')`,
        ],
        ['ConditionalExpression', 'limits.length > 1', 'false'],
        ['Regex', '/^-?\\d+$/', '/-?\\d+$/'],
        ['Regex', '/^-?\\d+$/', '/^-?\\d+/'],
        ['ConditionalExpression', 'limit < 0', 'false'],
        ['EqualityOperator', 'limit < 0', 'limit <= 0'],
        ['ConditionalExpression', 'limit > 0x7fffffff', 'false'],
      ],
    },
    {
      equivalent: 'A server may refuse a limit above a maximum of its own.',
      changes: [
        ['Regex', '/^-?\\d+$/', '/^-?\\d$/'],
        ['EqualityOperator', 'limit > 0x7fffffff', 'limit >= 0x7fffffff'],
      ],
    },
    {
      equivalent: 'A server may accept exactly one space before the token; the kit only remarks on it.',
      changes: [
        [
          'Regex',
          '/^Bearer +([\\w-]+)\\.([\\w-]+)\\.([\\w-]+)$/i',
          '/^Bearer ([\\w-]+)\\.([\\w-]+)\\.([\\w-]+)$/i',
        ],
      ],
    },
    {
      notChecked: 'Expired tokens',
      changes: [
        ['ConditionalExpression', `alg === 'HS256' && Number(exp) > Date.now() / 1000`, 'true'],
        [
          'LogicalOperator',
          `alg === 'HS256' && Number(exp) > Date.now() / 1000`,
          `alg === 'HS256' || Number(exp) > Date.now() / 1000`,
        ],
        ['ConditionalExpression', 'Number(exp) > Date.now() / 1000', 'true'],
      ],
    },
    {
      equivalent: 'The signature is verified with HS256 whatever the token says.',
      changes: [['ConditionalExpression', `alg === 'HS256'`, 'true']],
    },
    {
      equivalent: 'It matters only at one instant, when the token expires.',
      changes: [['EqualityOperator', 'Number(exp) > Date.now() / 1000', 'Number(exp) >= Date.now() / 1000']],
    },
  ],
}
