/**
 * Frees the memory of bytes that nobody needs any more at once. As garbage, each 20 MB or so would cause a collection of the program's
 * whole heap, which takes longer than the download or the unpacking.
 * @param chunk the last chunk that its reader gets of a buffer. The collector handles an earlier one, and one that may be in the buffer
 * that all small ones share.
 */
export function release({ buffer, byteOffset, byteLength }: Buffer): void {
  const isLast = byteOffset + byteLength === buffer.byteLength
  const isOwn = buffer.byteLength > Buffer.poolSize || byteLength >= Buffer.poolSize / 2
  if (isLast && isOwn && buffer instanceof ArrayBuffer) buffer.transfer(0)
}
