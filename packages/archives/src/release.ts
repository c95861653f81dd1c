/**
 * Gives the memory of bytes that nobody needs any more back at once. As garbage, each 20 MB or so would have the whole heap of the
 * program collected, which takes longer than to download or unpack them.
 *
 * @param chunk the last that its reader gets of a buffer: an earlier one is left to the collector, and so is one that may lie in the
 *   buffer that all small ones share
 */
export function release({ buffer, byteOffset, byteLength }: Buffer): void {
  const isLast = byteOffset + byteLength === buffer.byteLength
  const isOwn = buffer.byteLength > Buffer.poolSize || byteLength >= Buffer.poolSize / 2
  if (isLast && isOwn && buffer instanceof ArrayBuffer) buffer.transfer(0)
}
