import { error } from '../../answer.ts'
import { answers, onTheWire, plantsText } from '../../change.ts'
import type { Fault } from '../../implementation.ts'
import { limitIs, limitReads, type When } from '../../when.ts'
import { fault } from '../fault.ts'

/** The first time that the condition holds, and never again. */
const once =
  (condition: When): When =>
  (ask, memory) => {
    if (!condition(ask, memory) || memory.once !== undefined) return false
    memory.once = 1
    return true
  }
const sevenOnce = once(limitIs(7))

/** Changes the line of the length. */
const length = (change: (bytes: number, body: string) => string, when?: When) =>
  onTheWire((head, body) => head.replace(/Content-Length: \d+/, () => change(body.length, body)) + body, when)

/** More that only the bytes tell: ends that do not come on connections that stay open, and answers that are two. */
export const wire: readonly Fault[] = [
  fault(
    'length-too-large-kept-open',
    'announces three bytes too many once, and keeps the connection open',
    'framing-complete',
    'FR01',
    length((bytes) => `Content-Length: ${bytes + 3}`, sevenOnce),
  ),
  fault(
    'chunks-without-end-kept-open',
    'leaves out the last chunk once, and keeps the connection open',
    'framing-complete',
    'FR04',
    onTheWire(
      (head, body) =>
        `${head.replace(/Content-Length: \d+/, 'Transfer-Encoding: chunked')}${body.length.toString(16)}\r\n${body}\r\n`,
      sevenOnce,
    ),
  ),
  fault(
    'length-with-unit',
    'writes a unit behind a Content-Length once',
    'framing-one-way',
    'FR03 HD05',
    length((bytes) => `Content-Length: ${bytes} bytes`, sevenOnce),
  ),
  fault(
    'lengths-in-one-line',
    'sends two lengths that differ in one line',
    'framing-one-way',
    'HD05',
    length((bytes) => `Content-Length: ${bytes}, 3`),
  ),
  fault('length-in-characters', 'counts characters for Content-Length', 'framing-nothing-after', 'FR02', {
    plants: ['Ænëa', 'Bärlauch', 'Crocus'].map((name) => ({ name })),
    // Latin-1 has one character for each byte, so the text has to be read anew.
    ...length((_bytes, body) => `Content-Length: ${Buffer.from(body, 'latin1').toString().length}`),
  }),
  fault(
    'answers-twice',
    'sends the answer to limit=3 twice',
    'framing-nothing-after',
    'FR02 FR10',
    onTheWire((head, body) => head + body + head + body, limitIs(3)),
  ),
  fault(
    'status-code-garbled',
    'writes letters for the noughts of its status code',
    'operation-answers',
    'FR09 OP10',
    onTheWire((head, body) => head.replace(' 200 ', ' 2OO ') + body),
  ),
  fault(
    'retry-after-words-once',
    'is away for a moment and says in words for how long',
    'retry-after-valid',
    'HD15',
    answers(
      () => error(503, 'busy', { 'Retry-After': 'soon' }),
      (ask, memory, { status }) => status === 400 && once(limitReads('abc'))(ask, memory),
    ),
  ),
  fault(
    'json-name-twice-escaped',
    'writes the member name twice, once with an escape and null',
    'plant-name-string',
    'JS10 C70',
    plantsText((text) => text.replace('"name":', String.raw`"n\u0061me":null,"name":`)),
  ),
  fault(
    'json-name-in-prototype',
    'puts a name where careless readers take it for the plant’s own',
    'plant-name-present',
    'BD06 BD08',
    plantsText((text) => text.replace('{"name":"Aloe vera"', '{"__proto__":{"name":"Aloe vera"}')),
  ),
  fault(
    'json-nul-first',
    'has a NUL behind the bracket',
    'json-syntax',
    'JS01',
    plantsText((text) => text.replace('[', '[\0')),
  ),
]
