import { Flag, FrameType, frameOf } from '../frames.ts'
import { ownFrameSize } from '../limits.ts'
import { Setting } from '../settings.ts'
import {
  bytes,
  type Row,
  data,
  frameHeader,
  headers,
  none,
  ping,
  preface,
  request,
  reset,
  setting,
  settings,
  stream,
  windowUpdate,
} from './case.ts'

const connection = (error: 'protocol' | 'frameSize' | 'flowControl') => ({ connection: error }) as const
const goesOn = 'goes on'
const goAway = (payload: Uint8Array, id = 0): Buffer => frameOf(FrameType.goAway, 0, id, payload)
const priority = (payload: Uint8Array, id: number): Buffer => frameOf(FrameType.priority, 0, id, payload)

/** Single frames: their size, their place, their content. */
// oxfmt-ignore
export const frameCases: readonly Row[] = [
  ['3.4', 'another protocol', 'server bare', Buffer.from('GET / HTTP/1.1\r\n\r\n'), connection('protocol')],
  ['3.4', 'a greeting that ends wrong', 'server bare', [preface.subarray(0, -1), bytes(0)], connection('protocol')],
  ['3.4', 'a ping before the settings', 'server bare', [preface, ping()], connection('protocol')],
  ['3.4', 'a ping before the settings', 'client bare', ping(), connection('protocol')],
  ['3.4', 'settings acknowledged before any are sent', 'client bare', settings(none, Flag.ack), connection('protocol')],

  ['4.1', 'a frame of a later version', 'both', frameOf(200, 0xff, 0, bytes(1, 2, 3)), goesOn],
  ['4.1', 'flags of a later version', 'both', frameOf(FrameType.ping, 0xfe, 0, Buffer.alloc(8)), goesOn],
  ['4.1', 'the reserved bit of the stream', 'both', ping(Buffer.alloc(8), 0x80000000), goesOn],

  ['4.2', 'data larger than we allow', 'both open', frameHeader(FrameType.data, ownFrameSize + 1, stream), connection('frameSize')],
  ['4.2', 'headers larger than we allow', 'both', frameHeader(FrameType.headers, 0xffffff, stream), connection('frameSize')],
  ['4.2', 'an unknown frame larger than we allow', 'both', frameHeader(200, ownFrameSize + 1, 0), connection('frameSize')],

  ['6.1', 'data of the connection', 'both', data(0), connection('protocol')],
  ['6.1', 'data that is all padding', 'both begun', data(stream, bytes(2, 0), Flag.padded), connection('protocol')],
  ['6.1', 'padded data without the length of its padding', 'both begun', data(stream, none, Flag.padded), connection('frameSize')],
  ['6.1', 'padding and nothing else', 'both begun', data(stream, bytes(1, 0), Flag.padded), goesOn],

  ['6.2', 'headers of the connection', 'both', headers(0, request), connection('protocol')],
  ['6.2', 'headers that are all padding', 'both begun', headers(stream, bytes(1), Flag.padded), connection('protocol')],
  ['6.2', 'headers too short for their priority', 'both begun', headers(stream, bytes(0, 0, 0, 0), Flag.priority), connection('frameSize')],

  ['6.3', 'a priority of the connection', 'both', priority(Buffer.alloc(5), 0), connection('protocol')],
  ['6.3', 'a priority of four bytes', 'both open', priority(Buffer.alloc(4), stream), { stream: 'frameSize' }],
  ['6.3', 'a priority of a stream that nobody has opened', 'both', priority(Buffer.alloc(5), stream), goesOn],

  ['6.4', 'a reset of the connection', 'both', reset(0), connection('protocol')],
  ['6.4', 'a reset of three bytes', 'both open', frameOf(FrameType.resetStream, 0, stream, Buffer.alloc(3)), connection('frameSize')],
  ['6.4', 'a reset of five bytes', 'both open', frameOf(FrameType.resetStream, 0, stream, Buffer.alloc(5)), connection('frameSize')],

  ['6.5', 'settings of a stream', 'both open', settings(none, 0, stream), connection('protocol')],
  ['6.5', 'settings that are cut off', 'both', settings(Buffer.alloc(5)), connection('frameSize')],
  ['6.5', 'an acknowledgement with settings in it', 'both', settings(Buffer.alloc(6), Flag.ack), connection('frameSize')],
  ['6.5.2', 'a setting of a later version', 'both', setting(0x1234, 0xffffffff), goesOn],
  ['6.5.2', 'push set to two', 'both', setting(Setting.enablePush, 2), connection('protocol')],
  ['6.5.2', 'a client that lets itself be pushed to', 'server', setting(Setting.enablePush, 1), goesOn],
  ['6.5.2', 'a server that wants to be pushed to', 'client', setting(Setting.enablePush, 1), connection('protocol')],
  ['6.5.2', 'the largest window that there is', 'both', setting(Setting.initialWindowSize, 0x7fffffff), goesOn],
  ['6.5.2', 'a window that is larger than there can be', 'both', setting(Setting.initialWindowSize, 0x80000000), connection('flowControl')],
  ['6.5.2', 'frames that are too small', 'both', setting(Setting.maxFrameSize, 16_383), connection('protocol')],
  ['6.5.2', 'frames that are too large', 'both', setting(Setting.maxFrameSize, 16_777_216), connection('protocol')],
  ['6.5.2', 'no table of headers', 'both', setting(Setting.headerTableSize, 0), goesOn],

  ['6.6', 'a push', 'both open', frameOf(FrameType.pushPromise, Flag.endHeaders, stream, Buffer.alloc(4)), connection('protocol')],

  ['6.7', 'a ping of a stream', 'both open', ping(Buffer.alloc(8), stream), connection('protocol')],
  ['6.7', 'a ping of seven bytes', 'both', ping(Buffer.alloc(7)), connection('frameSize')],
  ['6.7', 'a ping of nine bytes', 'both', ping(Buffer.alloc(9)), connection('frameSize')],

  ['6.8', 'going away from a stream', 'both open', goAway(Buffer.alloc(8), stream), connection('protocol')],
  ['6.8', 'going away without saying why', 'both', goAway(Buffer.alloc(7)), connection('frameSize')],

  ['6.9', 'a window of three bytes', 'both', frameOf(FrameType.windowUpdate, 0, 0, Buffer.alloc(3)), connection('frameSize')],
  ['6.9', 'a window of five bytes', 'both open', frameOf(FrameType.windowUpdate, 0, stream, Buffer.alloc(5)), connection('frameSize')],
  ['6.9', 'the window of a stream grows by nothing', 'both open', windowUpdate(stream, 0), { stream: 'protocol' }],
  ['6.9', 'the window of the connection grows by nothing', 'both', windowUpdate(0, 0), connection('protocol')],
  ['6.9.1', 'the window of a stream grows beyond measure', 'both open', windowUpdate(stream, 0x7fffffff), { stream: 'flowControl' }],
  ['6.9.1', 'the window of the connection grows beyond measure', 'both', windowUpdate(0, 0x7fffffff), connection('flowControl')],
  ['6.9.2', 'settings make the window of a stream grow beyond measure', 'both open', [windowUpdate(stream, 0x7fff0000), setting(Setting.initialWindowSize, 0x20000)], connection('flowControl')],
  ['6.9.2', 'settings make windows negative, and whole again', 'both open', [setting(Setting.initialWindowSize, 0), setting(Setting.initialWindowSize, 65_535)], goesOn],
]
