/**
 * Gives the memory of bytes that nobody needs any more back at once. As garbage, each 20 MB or so would have the whole heap of the
 * program collected, which takes longer than to download or unpack them.
 *
 * @param chunk the last that its reader gets of a buffer: an earlier one, or a small one, is left to the collector
 */
export function release({ buffer, byteOffset, byteLength }: Buffer): void {
  const isLast = byteOffset + byteLength === buffer.byteLength
  // A smaller one may lie in the buffer that all small ones share.
  if (isLast && byteLength >= Buffer.poolSize / 2 && buffer instanceof ArrayBuffer) buffer.transfer(0)
}
