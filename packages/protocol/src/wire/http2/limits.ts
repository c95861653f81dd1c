/**
 * Limits on what one peer may make this side hold and do (RFC 9113, 10.5). They are far above the needs of an honest plugin: the largest
 * message has 4 MiB, gRPC's usual window is 64 KiB, and no SDK sends more than one ping each round trip.
 */

/**
 * Bytes that a peer may send on a stream before the receiver allows more. Every peer assumes this value before it has read our settings.
 */
export const streamWindow = 65_535

/** Bytes that a peer may send on all streams together: so many that only the windows of the streams count. */
export const connectionWindow = 256 * 1024 * 1024

/** The largest accepted payload of a frame, in bytes: the first window and one more byte. */
export const ownFrameSize = 64 * 1024

/** The largest payload of a frame that this side sends, even if the peer takes more. */
export const largestSent = 256 * 1024

/**
 * The largest list of headers, in bytes, both as received and as RFC 9113, 6.5.2 counts it, so that 1 byte cannot stand for 4,096. An
 * answer may carry a long error message; a request is kept with its headers.
 */
export const maxAnswerHeaderBytes = 64 * 1024
export const maxRequestHeaderBytes = 16 * 1024

/** The most frames for one list of headers. */
export const maxHeaderFrames = 100

/** The most calls that are open at a time; further calls wait at the client. */
export const maxOpenStreams = 1024

/** The most bytes handed to the system while it still holds earlier bytes. */
export const maxUnsentBytes = 1024 * 1024

/** The most bytes that the system does not accept any more, when a peer that reads nothing still requests answers. */
export const maxUnreadBytes = 4 * 1024 * 1024

/** The most settings in one frame: HTTP/2 has six. */
export const maxSettings = 64

/** The most remembered streams that this side gave up while the peer was still sending. */
export const maxPassedOver = 4096
