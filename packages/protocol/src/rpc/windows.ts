import { constants } from 'node:http2'

/**
 * Flow control is for slow networks. Between two processes of one machine it only costs round trips, so both sides
 * let the other send whole messages at once.
 */
const streamWindow = 8 * 1024 * 1024

/** Of a connection, in bytes. */
export const connectionWindow = 64 * 1024 * 1024

export const sessionOptions = {
  settings: { initialWindowSize: streamWindow, enablePush: false, maxFrameSize: 1024 * 1024 },
  /** Megabytes; the default of 10 resets calls when many big messages are under way. */
  maxSessionMemory: 1024,
  /** Text of a status message, percent-encoded. */
  maxHeaderListPairs: 128,
  /** Cancelling many calls at once is not an attack between these two. */
  streamResetBurst: 1_000_000,
  streamResetRate: 1_000_000,
  paddingStrategy: constants.PADDING_STRATEGY_NONE,
} as const
