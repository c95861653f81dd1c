/**
 * Limits of a text, beyond which it is refused. Far above anything written by hand or generated with sense (10,000
 * resources are 5 million characters), far below what would fill the memory.
 */
export const limits = {
  /** UTF-16 code units. */
  characters: 16 * 1024 * 1024,
  /** Lists and maps inside each other. */
  depth: 100,
  /** Scalars, lists and maps, keys included. */
  nodes: 4_000_000,
  /** The most reported diagnostics for one text. */
  diagnostics: 100,
} as const
