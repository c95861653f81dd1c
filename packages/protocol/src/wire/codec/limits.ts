/** The deepest nesting of messages, in both directions. A value of the blueprint takes one level for each list, two for each map. */
export const maxDepth = 400

/** The most messages in one message, in all: an empty one takes two bytes on the wire and fifty times as much memory. */
export const maxMessages = 250_000
