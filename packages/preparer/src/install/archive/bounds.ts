/** What may be fetched for a pod, in bytes. */
export const bounds = {
  /** Of an archive itself. */
  archive: 1024 ** 3,
  /** Of a file with a signature. */
  signature: 4096,
} as const
