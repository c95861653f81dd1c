import { readFileSync } from 'node:fs'

const headerBytes = 32
const frameHeaderBytes = 24
const attempts = 3

/**
 * Looks for damage in the journal (`-wal`) that a killed process has left behind. SQLite takes the first frame whose
 * checksum does not match for the end, because a torn write looks like that; what comes after it would be lost without a
 * word. But each commit is on the disk before the next one begins, so at most one can be torn: more than one behind the
 * bad frame is damage. Returns what was found. (https://sqlite.org/fileformat2.html#the_write_ahead_log)
 */
export function findWalDamage(file: string): string | undefined {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const bytes = readOptional(file)
    if (bytes === undefined || bytes.length <= headerBytes) return undefined
    const lost = lostCommits(bytes)
    if (lost <= 1) return undefined
    // A process that is writing may have restarted the journal while it was being read.
    if (readOptional(file)?.equals(bytes) === true) return 'commits lie behind a damaged place of its journal (-wal)'
  }
  return undefined
}

/** Counts commits of the current generation behind the first frame that SQLite refuses; those of earlier generations are no loss. */
function lostCommits(bytes: Buffer): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let sum = checksum(view, 0, 24, [0, 0])
  // The header lies in one sector, and is on the disk before any frame: it is never torn.
  if (!matches(view, 24, sum)) return Number.POSITIVE_INFINITY
  const pageSize = view.getUint32(8)
  const frameBytes = frameHeaderBytes + pageSize
  let intact = true
  let lost = 0
  for (let frame = headerBytes; frame + frameBytes <= bytes.length; frame += frameBytes) {
    const isCurrent =
      view.getUint32(frame + 8) === view.getUint32(16) && view.getUint32(frame + 12) === view.getUint32(20)
    if (intact) {
      sum = checksum(view, frame, 8, sum)
      sum = checksum(view, frame + frameHeaderBytes, pageSize, sum)
      intact = isCurrent && matches(view, frame + 16, sum)
    }
    const isCommit = view.getUint32(frame + 4) !== 0
    if (!intact && isCurrent && isCommit) lost++
  }
  return lost
}

type Sum = readonly [number, number]

function matches(view: DataView, offset: number, [first, second]: Sum): boolean {
  return view.getUint32(offset) === first && view.getUint32(offset + 4) === second
}

/** The lowest bit of the magic number says in which byte order words are added up. */
function checksum(view: DataView, offset: number, length: number, [first, second]: Sum): Sum {
  const littleEndian = (view.getUint32(0) & 1) === 0
  let [a, b] = [first, second]
  for (let at = offset; at < offset + length; at += 8) {
    a = (a + view.getUint32(at, littleEndian) + b) >>> 0
    b = (b + view.getUint32(at + 4, littleEndian) + a) >>> 0
  }
  return [a, b]
}

function readOptional(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
