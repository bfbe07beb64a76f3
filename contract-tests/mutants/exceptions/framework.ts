// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the code of mutants has placeholders.
import type { Exceptions } from './exception.ts'

/** Mutants of the server with a framework that are valid servers. */
export const framework: Exceptions = {
  'contract-tests/mutants/servers/frameworkServer.ts': [
    {
      equivalent: 'A server may answer 404 to another method.',
      changes: [
        ['ConditionalExpression', `!['GET', 'HEAD'].includes(context.req.method)`, 'false'],
        [
          'BlockStatement',
          `{ context.header('Allow', 'GET, HEAD') return fail(context, 405, 'method not allowed') }`,
          '{}',
        ],
      ],
    },
    {
      equivalent: 'The contract has no HEAD, so a server may refuse it.',
      changes: [['StringLiteral', `'HEAD'`, '""']],
    },
    {
      equivalent: 'The text of an Error message is free.',
      changes: [
        ['StringLiteral', `'method not allowed'`, '""'],
        ['StringLiteral', `'unauthorized'`, '""'],
        ['StringLiteral', "`invalid limit: ${values.join(', ')}`", '``'],
        ['StringLiteral', `', '`, '""'],
        ['StringLiteral', `'not found'`, '""'],
        ['StringLiteral', `'internal error'`, '""'],
      ],
    },
    {
      equivalent: 'A missing header has no token: no user has this one.',
      changes: [['StringLiteral', `''`, '"Stryker was here!"']],
    },
    {
      equivalent: 'A server may accept exactly one space before the token; the kit only remarks on it.',
      changes: [['Regex', '/ +/', '/ /']],
    },
    {
      equivalent:
        'The contract does not say how many plants a list without a limit has; the kit remarks on fewer than a limit gets.',
      changes: [['UnaryOperator', '-1', '+1']],
    },
    {
      equivalent:
        'Shared caches never store a response to a request with Authorization, so Cache-Control is not needed.',
      changes: [['StringLiteral', `'private, no-store'`, '""']],
    },
    {
      equivalent: 'The contract has no other paths, so their answers are free.',
      changes: [['ArrowFunction', `(context) => fail(context, 404, 'not found')`, '() => undefined']],
    },
    {
      equivalent: 'Nothing in the server throws.',
      changes: [
        ['ArrowFunction', `(_error, context) => fail(context, 500, 'internal error')`, '() => undefined'],
      ],
    },
    {
      equivalent: 'A server may refuse a limit above a maximum of its own.',
      changes: [['Regex', '/^[0-9]+$/', '/^[0-9]$/']],
    },
    {
      equivalent: 'The contract leaves the answer to an invalid limit open: 400, or 200 with any list.',
      changes: [['EqualityOperator', 'limit < 2 ** 31', 'limit <= 2 ** 31']],
    },
    {
      equivalent: 'SQLite also keeps a database without a name to itself.',
      changes: [['StringLiteral', `':memory:'`, '""']],
    },
  ],
}
