import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { Failure, messageOf } from '@slipway/model'

/** The first bytes of a file packed with gzip. */
const gzip = Buffer.from([0x1f, 0x8b])
const zstd = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/**
 * Returns the text of a file, possibly packed with gzip or zstd.
 *
 * @param most maximum size of the text, in bytes
 * @throws Failure `cli/unreadable-file`, `cli/file-too-large`
 */
export function unpacked(bytes: Buffer, most: number): string {
  return textOf(bytes, most).replace(/^\uFEFF/, '')
}

function textOf(bytes: Buffer, maxOutputLength: number): string {
  const unpack = beginsWith(bytes, gzip) ? gunzipSync : beginsWith(bytes, zstd) ? zstdDecompressSync : undefined
  if (unpack === undefined) return bytes.toString('utf8')
  try {
    return unpack(bytes, { maxOutputLength }).toString('utf8')
  } catch (error) {
    if (error instanceof RangeError)
      throw new Failure(
        'cli/file-too-large',
        `there are more than ${maxOutputLength / 1024 / 1024} MB in the packed file`,
      )
    throw new Failure('cli/unreadable-file', `the packed file cannot be unpacked: ${messageOf(error)}`)
  }
}

function beginsWith(bytes: Buffer, beginning: Buffer): boolean {
  return bytes.subarray(0, beginning.length).equals(beginning)
}
