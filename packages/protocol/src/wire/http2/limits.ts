/**
 * Limits on what one peer may make this side hold and do (RFC 9113, 10.5). They are far above the needs of an honest plugin: the largest
 * message has 4 MiB, gRPC's usual window is 64 KiB, and no SDK sends more than one ping each round trip.
 */

/**
 * Bytes that a peer may send on a stream before the receiver allows more. Every peer assumes this value before it has read our settings.
 */
export const streamWindow = 65_535

/** Bytes of all streams together: so many that only the windows of the streams count. */
export const connectionWindow = 256 * 1024 * 1024

/** Largest payload of a frame that we take, in bytes: the first window and one. */
export const ownFrameSize = 64 * 1024

/** Largest payload of a frame that we send, however much the peer takes. */
export const largestSent = 256 * 1024

/**
 * Largest list of headers, in bytes: as it comes, and as RFC 9113, 6.5.2 counts it, so that 1 byte is not 4,096. An answer
 * may carry an error of many words; a request is kept with its headers.
 */
export const maxAnswerHeaderBytes = 64 * 1024
export const maxRequestHeaderBytes = 16 * 1024

/** Frames in which one list of headers may come. */
export const maxHeaderFrames = 100

/** Calls that are open at a time; further ones wait at the client. */
export const maxOpenStreams = 1024

/** Bytes that we hand to the system before it has passed on those before. */
export const maxUnsentBytes = 1024 * 1024

/** Bytes that the system does not take any more, when a peer that reads nothing still asks for answers. */
export const maxUnreadBytes = 4 * 1024 * 1024

/** Settings in one frame: there are six of them. */
export const maxSettings = 64

/** Streams of which we remember that we gave them up while the peer was still sending. */
export const maxPassedOver = 4096
