import { onTheWire } from '../../change.ts'
import type { Difference, Fault } from '../../implementation.ts'
import { responseBytes } from '../../startImplementation.ts'
import { everyAnswer, laterOnConnection, type When, withLimit } from '../../when.ts'
import { fault } from '../fault.ts'

const length = (change: (length: number) => string, when?: When): Difference =>
  onTheWire(
    (head, body) => head.replace(/Content-Length: (\d+)/, (_all, bytes) => change(Number(bytes))) + body,
    when,
  )
/** Sends the body of each 200 in chunks, written as the function says. */
const chunks = (
  write: (body: string) => string,
  field = 'Transfer-Encoding: chunked',
  when?: When,
): Difference => onTheWire((head, body) => head.replace(/Content-Length: \d+/, field) + write(body), when)
const chunk = (body: string): string => `${body.length.toString(16)}\r\n${body}\r\n`
const headLines = (change: (head: string) => string): Difference =>
  onTheWire((head, body) => change(head) + body)

/** Messages whose bytes are not what they say. */
export const framing: readonly Fault[] = [
  fault(
    'length-too-large',
    'announces more bytes than it sends',
    'framing-complete',
    'FR01',
    length((bytes) => `Content-Length: ${bytes + 7}\r\nConnection: close`),
  ),
  fault(
    'length-too-large-once',
    'announces more bytes than it sends in one answer of thirty',
    'framing-complete',
    'FR01 CA09',
    length((bytes) => `Content-Length: ${bytes + 7}\r\nConnection: close`, everyAnswer(30)),
  ),
  fault(
    'length-too-small',
    'announces fewer bytes than it sends',
    'framing-nothing-after',
    'FR02 FR10',
    length((bytes) => `Content-Length: ${bytes - 1}`),
  ),
  fault(
    'length-without-line-end',
    'sends a line end behind its body',
    'framing-nothing-after',
    'FR02',
    onTheWire((head, body) => `${head}${body}\r\n`, withLimit),
  ),
  fault(
    'length-and-chunks',
    'announces a length and sends chunks',
    'framing-one-way',
    'FR03',
    chunks((body) => `${chunk(body)}0\r\n\r\n`, 'Content-Length: 9\r\nTransfer-Encoding: chunked'),
  ),
  fault(
    'length-twice',
    'announces two lengths',
    'framing-one-way',
    'HD05',
    length((bytes) => `Content-Length: ${bytes}\r\nContent-Length: ${bytes + 1}`),
  ),
  fault(
    'chunks-without-end',
    'sends no last chunk',
    'framing-complete',
    'FR04',
    chunks(chunk, 'Transfer-Encoding: chunked\r\nConnection: close'),
  ),
  fault(
    'chunk-size-wrong',
    'sends chunks that are longer than they say',
    'framing-chunks',
    'FR05',
    chunks((body) => `1\r\n${body}\r\n0\r\n\r\n`),
  ),
  fault(
    'chunk-size-garbled',
    'sends a chunk size that is no number',
    'framing-chunks',
    'FR05',
    chunks((body) => `0x${chunk(body)}0\r\n\r\n`),
  ),
  fault(
    'chunked-twice',
    'says chunked twice',
    'framing-chunks',
    'FR05',
    chunks((body) => `${chunk(body)}0\r\n\r\n`, 'Transfer-Encoding: chunked, chunked'),
  ),
  fault(
    'chunk-end-later',
    'sends no last chunk in later answers on a connection',
    'framing-complete',
    'FR04',
    chunks(chunk, 'Transfer-Encoding: chunked\r\nConnection: close', laterOnConnection),
  ),
  fault('head-with-body', 'answers HEAD with a body', 'framing-no-body', 'FR07 C43', {
    bytes: (ask, answer) => responseBytes({ ...ask, method: 'GET' }, answer),
  }),
  fault(
    'lines-end-with-lf',
    'ends its header lines with LF alone',
    'message-syntax',
    'FR09',
    headLines((head) => head.replaceAll('\r\n', '\n')),
  ),
  fault(
    'field-folded',
    'continues a header field on the next line',
    'message-syntax',
    'HD13',
    headLines((head) => head.replace('\r\nDate', '\r\nX-Note: a\r\n b\r\nDate')),
  ),
  fault(
    'field-space-before-colon',
    'has a space before the colon of a field',
    'message-syntax',
    'HD13',
    headLines((head) => head.replace('\r\nDate', '\r\nX-Note : a\r\nDate')),
  ),
  fault(
    'status-code-999',
    'answers a limit of 1000 with 999',
    'status-code-known-class',
    'OP10',
    onTheWire(
      (head, body) => head.replace('200 OK', '999 OK') + body,
      ({ limit }) => limit === 1000,
    ),
  ),
]
