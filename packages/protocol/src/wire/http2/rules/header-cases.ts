import { Flag } from '../frames.ts'
import {
  answer,
  answerFields,
  bytes,
  continuation,
  fields,
  headers,
  openHeaders,
  type Outcome,
  request,
  requestFields,
  type Row,
  stream,
  trailers,
} from './case.ts'

const compression = { connection: 'compression' } as const
const malformed = { stream: 'protocol' } as const
const goesOn = 'goes on'
const end = Flag.endStream

/** Makes two cases with an error behind the headers: of a request, for a server, and of an answer, for a client. */
function behindGood(section: string, name: string, wrong: Buffer, outcome: Outcome): readonly Row[] {
  return [
    [section, name, 'server', headers(stream, Buffer.concat([request, wrong])), outcome],
    [section, name, 'client open', headers(stream, Buffer.concat([answer, wrong])), outcome],
  ]
}

function literal(name: Uint8Array, value: Uint8Array): Buffer {
  return Buffer.concat([bytes(0, name.length), name, bytes(value.length), value])
}

const a = Buffer.from('a')

function without(name: string): Buffer {
  return fields(...requestFields.filter(([each]) => each !== name))
}

/** The content of headers (RFC 9113, 8.2 and 8.3), and their encoding (RFC 7541). */
// oxfmt-ignore
export const headerCases: readonly Row[] = [
  ...behindGood('8.2.1', 'a name in upper case', fields(['Name', 'x']), malformed),
  ...behindGood('8.2.1', 'a name with a blank', fields(['na me', 'x']), malformed),
  ...behindGood('8.2.1', 'a name with a colon in it', fields(['na:me', 'x']), malformed),
  ...behindGood('8.2.1', 'a name beyond ASCII', literal(bytes(0xe4), a), malformed),
  ...behindGood('8.2.1', 'an empty name', literal(Buffer.alloc(0), a), malformed),
  ...behindGood('8.2.1', 'a value with a zero', literal(a, bytes(0x61, 0, 0x62)), malformed),
  ...behindGood('8.2.1', 'a value with a carriage return', literal(a, bytes(0x61, 13)), malformed),
  ...behindGood('8.2.1', 'a value with a line feed', literal(a, bytes(10)), malformed),
  ...behindGood('8.2.2', 'a header of the connection', fields(['connection', 'close']), malformed),
  ...behindGood('8.2.2', 'a transfer encoding', fields(['transfer-encoding', 'chunked']), malformed),
  ...behindGood('8.2.2', 'a TE that is not trailers', fields(['te', 'gzip']), malformed),
  ...behindGood('8.2.2', 'a TE that is trailers', fields(['te', 'trailers']), goesOn),
  ...behindGood('8.3', 'a header with a colon behind one without', fields([':authority', 'x']), malformed),
  ...behindGood('8.3', 'a header with a colon that is unknown', fields([':protocol', 'x']), malformed),

  ['8.3', 'a method twice', 'server', headers(stream, fields([':method', 'POST'], ...requestFields)), malformed],
  ['8.3', 'trailers with a path', 'server open', headers(stream, fields([':path', '/']), end), malformed],
  ['8.3', 'trailers with a status', 'client begun', headers(stream, fields([':status', '200']), end), malformed],
  ['8.3.1', 'a request without a method', 'server', headers(stream, without(':method')), malformed],
  ['8.3.1', 'a request without a scheme', 'server', headers(stream, without(':scheme')), malformed],
  ['8.3.1', 'a request without a path', 'server', headers(stream, without(':path')), malformed],
  ['8.3.1', 'a request with an empty path', 'server', headers(stream, fields([':path', ''], ...requestFields.filter(([name]) => name !== ':path'))), malformed],
  ['8.3.1', 'a request with a status', 'server', headers(stream, fields([':status', '200'], ...requestFields)), malformed],
  ['8.3.2', 'an answer without a status', 'client open', headers(stream, fields(['content-type', 'application/grpc'])), malformed],
  ['8.3.2', 'an answer with a status of two digits', 'client open', headers(stream, fields([':status', '20'])), malformed],
  ['8.3.2', 'an answer with a path', 'client open', headers(stream, fields([':path', '/'], ...answerFields)), malformed],

  ...behindGood('HPACK 2.3.3', 'a number beyond both tables', bytes(0xbe), compression),
  ...behindGood('HPACK 6.1', 'the number zero', bytes(0x80), compression),
  ...behindGood('HPACK 5.1', 'a number that is cut off', bytes(0xff, 0x80), compression),
  ...behindGood('HPACK 5.1', 'a number that is too large', bytes(0xff, 0xff, 0xff, 0xff, 0xff, 0x7f), compression),
  ...behindGood('HPACK 5.1', 'a number that never ends', Buffer.alloc(1000, 0xff), compression),
  ...behindGood('HPACK 5.2', 'a name that is cut off', bytes(0x00, 0x05, 0x61), compression),
  ...behindGood('HPACK 5.2', 'a value that is longer than all there is', bytes(0x00, 0x01, 0x61, 0x7f, 0xff, 0xff, 0xff, 0x01), compression),
  ...behindGood('HPACK 5.2', 'Huffman code with the end mark in it', bytes(0x00, 0x01, 0x61, 0x84, 0xff, 0xff, 0xff, 0xff), compression),
  ...behindGood('HPACK 5.2', 'Huffman code padded by more than seven bits', bytes(0x00, 0x01, 0x61, 0x82, 0x1f, 0xff), compression),
  ...behindGood('HPACK 5.2', 'Huffman code padded by zeroes', bytes(0x00, 0x01, 0x61, 0x81, 0x18), compression),
  ...behindGood('HPACK 4.2', 'a smaller table behind headers', bytes(0x20), compression),
  ['HPACK 4.2', 'a smaller table before headers', 'server', headers(stream, Buffer.concat([bytes(0x20, 0x3f, 0xe1, 0x1f), request])), goesOn],
  ['HPACK 6.3', 'a larger table than we allow', 'server', headers(stream, Buffer.concat([bytes(0x3f, 0xe2, 0x1f), request])), compression],
  ['HPACK 4.4', 'a header that is larger than the table empties it', 'both begun', headers(stream, Buffer.concat([literalKept('x', 'y'), literalKept('x', 'z'.repeat(5000)), bytes(0xbe), trailers]), end), compression],

  ['10.5.1', 'headers that are larger than we take, packed', 'both begun', [openHeaders(stream, fields(['x', 'y'.repeat(50_000)])), continuation(stream, fields(['x', 'y'.repeat(50_000)]), Flag.endHeaders)], { connection: 'enhanceYourCalm' }],
  ...behindGood('10.5.1', 'headers that are larger than we take, unpacked', Buffer.concat([literalKept('x', 'y'.repeat(4000)), Buffer.alloc(17, 0xbe)]), { connection: 'enhanceYourCalm' }),
]

/** Encodes a literal that the table keeps. */
function literalKept(name: string, value: string): Buffer {
  const kept = fields([name, value])
  kept[0] = 0x40
  return kept
}
