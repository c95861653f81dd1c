import { Flag, FrameType, frameOf } from '../frames.ts'
import { maxOpenStreams } from '../limits.ts'
import {
  answer,
  bytes,
  type Row,
  continuation,
  data,
  emptyMessage,
  fields,
  headers,
  later,
  none,
  openHeaders,
  ping,
  request,
  reset,
  stream,
  trailers,
  windowUpdate,
} from './case.ts'

const connection = (error: 'protocol' | 'streamClosed') => ({ connection: error }) as const
const ofStream = (error: 'protocol' | 'streamClosed' | 'flowControl') => ({ stream: error }) as const
const goesOn = 'goes on'
const end = Flag.endStream
const priority = frameOf(FrameType.priority, 0, stream, Buffer.alloc(5))

/** Frames in the wrong place: order, numbers and states of streams, and exceeded windows. */
// oxfmt-ignore
export const streamCases: readonly Row[] = [
  ['5.1', 'idle: data', 'both', data(later), connection('protocol')],
  ['5.1', 'idle: a reset', 'both', reset(later), connection('protocol')],
  ['5.1', 'idle: a window', 'both', windowUpdate(later, 1), connection('protocol')],
  ['5.1', 'idle: an answer', 'client open', headers(later, answer, end), connection('protocol')],

  ['5.1', 'half closed: data', 'server ended', data(stream), ofStream('streamClosed')],
  ['5.1', 'half closed: an end again', 'server ended', data(stream, none, end), ofStream('streamClosed')],
  ['5.1', 'half closed: headers', 'server ended', headers(stream, trailers, end), ofStream('streamClosed')],
  ['5.1', 'half closed: a window', 'server ended', windowUpdate(stream, 1), goesOn],
  ['5.1', 'half closed: a priority', 'server ended', priority, goesOn],
  ['5.1', 'half closed: a reset', 'server ended', reset(stream), goesOn],

  ['5.1', 'closed: data', 'both over', data(stream), connection('streamClosed')],
  ['5.1', 'closed: headers', 'both over', headers(stream, trailers, end), connection('streamClosed')],
  ['5.1', 'closed: a window', 'both over', windowUpdate(stream, 1), goesOn],
  ['5.1', 'closed: a priority', 'both over', priority, goesOn],
  ['5.1', 'closed: a reset', 'both over', reset(stream), goesOn],
  ['5.1', 'closed by a reset: data', 'both open', [reset(stream), data(stream)], connection('streamClosed')],

  ['5.1', 'given up: data that was under way', 'both givenUp', [data(stream), data(stream, none, end)], goesOn],
  ['5.1', 'given up: headers that were under way', 'both givenUp', headers(stream, trailers, end), goesOn],
  ['5.1', 'given up: data after the end', 'both givenUp', [data(stream, none, end), data(stream)], connection('streamClosed')],

  ['5.1.1', 'a client opens a stream of the server', 'server', headers(2, request), connection('protocol')],
  ['5.1.1', 'a server answers on a stream of its own', 'client open', headers(2, answer), connection('protocol')],
  ['5.1.1', 'a client goes back to a number that it skipped', 'server', [headers(5, request), headers(3, request)], connection('protocol')],
  ['5.1.2', 'more streams than we take', 'server open', Array.from({ length: maxOpenStreams }, (_, index) => headers(later + 2 * index, request)), { stream: 'refusedStream', of: later + 2 * (maxOpenStreams - 1) }],

  ['6.9.1', 'more data than the window of the stream takes', 'both begun', data(stream, Buffer.alloc(65_536)), ofStream('flowControl')],
  ['6.9.1', 'more data than the window takes, in pieces', 'both begun', [data(stream, bytes(0, 0, 0, 0xff, 0xfb)), data(stream, Buffer.alloc(65_533))], ofStream('flowControl')],

  ['6.10', 'more of headers that never began', 'both begun', continuation(stream, none), connection('protocol')],
  ['6.10', 'more of headers that are whole', 'both begun', [headers(stream, trailers, end), continuation(stream, none)], connection('protocol')],
  ['6.10', 'more of the headers of another stream', 'both begun', [openHeaders(stream, trailers), continuation(later, none)], connection('protocol')],
  ['6.10', 'more of the headers of the connection', 'both begun', [openHeaders(stream, trailers), continuation(0, none)], connection('protocol')],
  ['6.10', 'a ping between headers', 'both begun', [openHeaders(stream, trailers), ping()], connection('protocol')],
  ['6.10', 'data between headers', 'both begun', [openHeaders(stream, trailers), data(stream)], connection('protocol')],
  ['6.10', 'a frame of a later version between headers', 'both begun', [openHeaders(stream, trailers), frameOf(200, 0, stream, none)], connection('protocol')],
  ['6.10', 'other headers between headers', 'both begun', [openHeaders(stream, trailers), headers(later, request)], connection('protocol')],
  ['6.10', 'headers in pieces, some of them empty', 'server', [openHeaders(stream, request.subarray(0, 1)), continuation(stream, none), continuation(stream, request.subarray(1, 9)), continuation(stream, request.subarray(9), Flag.endHeaders), data(stream, emptyMessage, end), ], goesOn],

  ['8.1', 'trailers that do not end the stream', 'both begun', headers(stream, trailers), ofStream('protocol')],
  ['8.1', 'data before the headers of an answer', 'client open', data(stream), ofStream('protocol')],
  ['8.1', 'interim answers before the answer', 'client open', [headers(stream, fields([':status', '103'])), headers(stream, fields([':status', '100'])), headers(stream, answer)], goesOn],
  ['8.1', 'an interim answer that ends the stream', 'client open', headers(stream, fields([':status', '103']), end), ofStream('protocol')],
]
