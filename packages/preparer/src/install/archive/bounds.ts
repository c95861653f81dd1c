/** Limits for a pod's downloads, in bytes. */
export const bounds = {
  /** For an archive itself. */
  archive: 1024 ** 3,
  /** For a file with a signature. */
  signature: 4096,
} as const
