import { Flag, FrameType, frameOf } from '../frames.ts'
import { maxHeaderFrames, maxSettings } from '../limits.ts'
import {
  continuation,
  data,
  emptyMessage,
  fields,
  flood,
  floodOfStreams,
  headers,
  none,
  openHeaders,
  ping,
  request,
  reset,
  type Row,
  setting,
  settings,
  stream,
  trailers,
  windowUpdate,
} from './case.ts'

const calm = { connection: 'enhanceYourCalm' } as const
const goesOn = 'goes on'
const section = '10.5'

/** Floods of frames, each of which alone is allowed. */
// oxfmt-ignore
export const floodCases: readonly Row[] = [
  [section, 'pings', 'both', flood(ping()), calm],
  [section, 'answers to pings that nobody sent', 'both', flood(frameOf(FrameType.ping, Flag.ack, 0, Buffer.alloc(8))), calm],
  [section, 'a thousand pings', 'both', flood(ping(), 1000), goesOn],
  [section, 'settings', 'both', flood(settings()), calm],
  [section, 'settings that change every window', 'both open', flood(Buffer.concat([setting(4, 0), setting(4, 65_535)])), calm],
  [section, 'acknowledgements', 'both', flood(settings(none, Flag.ack)), calm],
  [section, 'very many settings at once', 'both', settings(Buffer.alloc((maxSettings + 1) * 6)), calm],
  [section, 'priorities', 'both', flood(frameOf(FrameType.priority, 0, stream, Buffer.alloc(5))), calm],
  [section, 'frames of a later version', 'both', flood(frameOf(200, 0, 0, none)), calm],
  [section, 'windows of the connection', 'both', flood(windowUpdate(0, 1)), calm],
  [section, 'windows of a stream', 'both open', flood(windowUpdate(stream, 1)), calm],
  [section, 'resets of a stream that is over', 'both over', flood(reset(stream)), calm],
  [section, 'pieces with nothing in them', 'both begun', flood(data(stream, none)), calm],
  [section, 'pieces with nothing but padding', 'both begun', flood(data(stream, Buffer.from([1, 0]), Flag.padded)), calm],
  [section, 'pieces of a stream that was given up', 'both givenUp', flood(data(stream, none)), calm],
  [section, 'headers of a stream that was given up', 'both givenUp', flood(headers(stream, trailers)), calm],
  [section, 'streams that are opened and reset', 'server', floodOfStreams((id) => Buffer.concat([headers(id, request), reset(id)])), calm],
  [section, 'calls that are made and reset', 'server', floodOfStreams((id) => Buffer.concat([headers(id, request), data(id, emptyMessage, Flag.endStream), reset(id)])), calm],
  [section, 'streams that are opened and never ended', 'server', floodOfStreams((id) => headers(id, request)), calm],
  [section, 'requests that break the rules', 'server', floodOfStreams((id) => headers(id, fields(['x', 'y']))), calm],
  [section, 'windows that make us reset streams', 'server', floodOfStreams((id) => Buffer.concat([headers(id, request), windowUpdate(id, 0)])), calm],
  [section, 'interim answers', 'client open', flood(headers(stream, fields([':status', '103']))), calm],
  ['10.5.1', 'headers in very many pieces', 'both begun', [openHeaders(stream, none), ...Array.from({ length: maxHeaderFrames }, () => continuation(stream, none))], calm],
  ['10.5.1', 'headers without end', 'both begun', [openHeaders(stream, none), ...Array.from({ length: 70 }, () => continuation(stream, Buffer.alloc(1000, 0x86)))], calm],
]
