import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'

/** Makes an archive that takes several chunks, for tests that do not unpack the answers. */
export function sampleArchive(seed = 'plugin'): Buffer {
  const blocks: Buffer[] = []
  for (let block = createHash('sha256').update(seed).digest(); blocks.length < 3000;) {
    blocks.push(block)
    block = createHash('sha256').update(block).digest()
  }
  return gzipSync(Buffer.concat(blocks))
}
