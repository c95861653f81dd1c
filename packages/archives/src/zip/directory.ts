import { messageOf } from '@slipway/model'
import { type Entry as ZipEntry, fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl'
import { refuseBomb, refuseTooMuch } from '../caps.ts'
import { folded, shown, stepsOf } from '../names.ts'
import { bytesAt, type Source } from '../source.ts'
import type { Entry } from '../tree.ts'
import { kindAndMode, nameOf } from './attributes.ts'

/** An entry in the directory at the end of a zip. */
export interface Listed {
  readonly name: string
  readonly kind: Entry['kind']
  readonly mode: number
  /** The bytes of the name, as latin1, because the name stands in two places. */
  readonly raw: string
  readonly method: number
  readonly crc: number
  readonly compressed: number
  readonly size: number
  /** The offset of its own header. */
  readonly offset: number
}

export interface Directory {
  /** The entries in the order of their content in the archive. */
  readonly listed: readonly Listed[]
  /** The offset of the directory: all contents are before it. */
  readonly start: number
}

const stored = 0
export const deflated = 8
const encrypted = 0x1 | 0x40 | 0x2000

/** Bytes of all names, since all of them are in memory together. An honest archive needs a hundredth of this. */
const mostNameBytes = 32 * 1024 ** 2

/** Reads the directory of a zip, and refuses problems that show there. */
export async function readDirectory(source: Source): Promise<Directory> {
  const { refuse, caps, signal } = source
  const options = { autoClose: false, decodeStrings: false }
  try {
    const zip = await fromRandomAccessReaderPromise(new ArchiveReader(source), source.bytes, options)
    // The library's types are wrong here.
    const start = Number(zip.readEntryCursor)
    if (zip.entryCount > caps.entries) throw refuse(`it has more than ${caps.entries} entries`)
    const listed: Listed[] = []
    let [names, size] = [0, 0]
    for await (const entry of zip.eachEntry()) {
      signal.throwIfAborted()
      names += 2 * entry.fileNameLength
      if (names > mostNameBytes) throw refuse('the names in it take too much room')
      size += entry.uncompressedSize
      refuseTooMuch(size, caps, refuse)
      refuseBomb(size, source.bytes, caps, refuse)
      listed.push(checked(entry, source))
    }
    refuseMore(source, Number(zip.readEntryCursor))
    return { listed: listed.sort((a, b) => a.offset - b.offset), start }
  } catch (error) {
    // The library reports a bad archive with a plain Error.
    throw error instanceof Error && error.constructor === Error && !('code' in error)
      ? refuse(`it is damaged: ${messageOf(error)}`)
      : error
  }
}

/** The end of the archive follows the last entry. A reader that does not count the entries would read on. */
function refuseMore(source: Source, at: number): void {
  if (!['504b0506', '504b0606'].includes(bytesAt(source, at, 4).toString('hex')))
    throw source.refuse('its directory does not end at the place that it gives')
}

/** Waits a turn before it answers: the caller is not ready before that. */
class ArchiveReader extends RandomAccessReader {
  readonly #source: Source

  constructor(source: Source) {
    super()
    this.#source = source
  }

  override read(buffer: Buffer, offset: number, length: number, at: number, done: (error: Error | null) => void): void {
    try {
      bytesAt(this.#source, at, length).copy(buffer, offset)
      setImmediate(done, null)
    } catch (error) {
      setImmediate(done, error as Error)
    }
  }
}

function checked(entry: ZipEntry, { caps, refuse }: Source): Listed {
  const { generalPurposeBitFlag: flags, compressionMethod: method, compressedSize, uncompressedSize: size } = entry
  const name = nameOf(entry)
  const steps = stepsOf(name, caps, refuse)
  if (folded(steps[0] ?? '') === '__MACOSX') throw refuse('was left there by the Finder of macOS', shown(name))
  if ((flags & encrypted) !== 0) throw refuse('is encrypted', shown(name))
  if (method !== stored && method !== deflated)
    throw refuse(`is compressed in a way that Slipway does not know (${method})`, shown(name))
  const { kind, mode } = kindAndMode(name, entry)
  if (kind === 'folder' && size !== 0) throw refuse('a folder or a link in it has a size')
  if (kind === 'symlink' && size > caps.name) throw refuse('is a link with a target that is too long', shown(name))
  return {
    name,
    kind,
    mode,
    raw: entry.fileNameRaw.toString('latin1'),
    method,
    crc: entry.crc32,
    compressed: compressedSize,
    size,
    offset: entry.relativeOffsetOfLocalHeader,
  }
}
