import type { Check, Facts } from '../../../src/judge/check.ts'
import { isAnswered } from '../../../src/judge/exchange.ts'
import { headerValues, isCrash, isProbe, isRefusable, isSuccess, readBodyText } from '../exchanges.ts'
import { statusViolation, whenAnswered } from '../whenAnswered.ts'

/** Checks of methods that the contract does not mention. The responses must not reveal plants or credentials. */
export const methodChecks: readonly Check[] = [
  {
    id: 'method-unknown-refused',
    title: 'Does not treat other methods as GET',
    level: 'SHOULD',
    requirement: {
      standard: 'RFC 9110 section 9.1',
      text: 'A method should get a 501 if the server does not recognise it, and a 405 if the server does not allow it',
    },
    sent: 'the methods FOO and REPORT with the token',
    fix: 'Register the handler for GET only, and return a 405 or a 501 for methods that you do not implement.',
    requires: 'a response to an unknown method',
    applies: (exchange, facts) =>
      isProbe(exchange, 'method/unknown', 'method/report') && isAnswered(exchange) && facts.served,
    judge: whenAnswered((exchange, facts) =>
      isSuccess(exchange.response.status) && facts.analyse(exchange).count !== undefined
        ? statusViolation(exchange, `the method ${exchange.probe.method} gets a list, like GET`, '405 or 501')
        : [],
    ),
  },
  {
    id: 'method-no-crash',
    title: 'Does not crash on methods other than GET and HEAD',
    level: 'SHOULD',
    requirement: {
      standard: 'RFC 9110 section 9.1',
      text: 'A method should get a 501 if the server does not recognise it, and a 405 if the server does not allow it',
    },
    sent: 'OPTIONS, TRACE, REPORT, PROPFIND and an unknown method',
    fix: 'Return a 405 or a 501 for methods that you do not implement, instead of throwing an exception.',
    requires: 'a response to a method other than GET and HEAD',
    applies: (exchange, facts) =>
      !['GET', 'HEAD'].includes(exchange.probe.method) &&
      isAnswered(exchange) &&
      !(exchange.probe.credential.kind !== 'valid' && isAnyRefusalCrash(facts)),
    judge: whenAnswered((exchange) =>
      exchange.response.status === 500
        ? statusViolation(exchange, `the method ${exchange.probe.method} causes a server error`, '405 or 501')
        : [],
    ),
  },
  {
    id: 'method-trace-keeps-secrets',
    title: 'Does not send credentials back in a TRACE response',
    level: 'SHOULD',
    requirement: {
      standard: 'RFC 9110 section 9.3.8',
      text: 'A TRACE response should exclude headers that contain secrets',
    },
    sent: 'TRACE with a random token',
    fix: 'Disable TRACE in the web server.',
    requires: 'a response to TRACE',
    applies: (exchange) => isProbe(exchange, 'method/trace') && isAnswered(exchange),
    judge: whenAnswered((exchange) => {
      const token = exchange.probe.credential.fields[0]?.value.split(' ')[1]
      if (token === undefined || !readBodyText(exchange).includes(token)) return []
      return statusViolation(exchange, 'the TRACE response contains the token', '405 or 501')
    }),
  },
  {
    id: 'method-allow-listed',
    title: 'Lists the allowed methods in a 405',
    level: 'SHOULD',
    requirement: { standard: 'RFC 9110 section 15.5.6', text: 'A 405 lists the supported methods in Allow' },
    sent: 'every request, especially HEAD, OPTIONS, TRACE, REPORT, PROPFIND and an unknown method',
    fix: 'In each 405, send an Allow header that lists GET and every other method that you support.',
    requires: 'a 405',
    // If `operation-exists` fails, the 405 belongs to another URL.
    after: ['operation-exists'],
    applies: ({ response }) => response?.status === 405,
    judge: (exchange, facts) => {
      const { method } = exchange.probe
      const values = headerValues(exchange, 'allow')
      const actual = values.length === 0 ? 'no such header' : `Allow: ${values.join(', ')}`
      const violation = { pointer: 'Allow', expected: 'Allow: GET', actual }
      if (values.length === 0)
        return [{ message: `the 405 to ${method} does not list the allowed methods`, ...violation }]
      // A gateway that refuses TRACE for all URLs does not know which methods one URL allows.
      const isComplete = method === 'TRACE' || !facts.served || /\bGET\b/i.test(values.join())
      return isComplete
        ? []
        : [{ message: `the 405 to ${method} does not list GET, which the server allows`, ...violation }]
    },
  },
]

/** Returns whether a GET without a valid token also crashes, so that the method is not the reason. */
function isAnyRefusalCrash({ exchanges }: Facts): boolean {
  return exchanges.some(
    (other) => other.probe.method === 'GET' && isRefusable(other) && isCrash(other.response?.status ?? 0),
  )
}
