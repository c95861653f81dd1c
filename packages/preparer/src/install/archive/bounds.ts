/** What an archive may hold; whoever made it. */
export const bounds = {
  /** Bytes, of the archive itself. */
  archive: 1024 ** 3,
  /** Bytes, of all that comes out of it. */
  content: 4 * 1024 ** 3,
  entries: 100_000,
  /** Steps that all links of an archive take together. */
  linkSteps: 10_000_000,
  /** Bytes of a file with a signature. */
  signature: 4096,
  /** Bytes of a name, and of the header that makes it so long. */
  name: 4096,
} as const
