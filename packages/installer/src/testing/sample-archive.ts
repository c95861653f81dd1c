import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'

/** What a server hands out where nobody unpacks it: a packed archive of a size that takes several pieces. */
export function sampleArchive(seed = 'plugin'): Buffer {
  const blocks: Buffer[] = []
  for (let block = createHash('sha256').update(seed).digest(); blocks.length < 3000;) {
    blocks.push(block)
    block = createHash('sha256').update(block).digest()
  }
  return gzipSync(Buffer.concat(blocks))
}
