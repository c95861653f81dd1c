/** How deep messages may nest, both ways. A value of the blueprint takes one level for each list, two for each map. */
export const maxDepth = 400

/** How many messages one message may hold in all: an empty one takes two bytes on the wire and fifty times that in memory. */
export const maxMessages = 250_000
