import { pipeline } from 'node:stream/promises'
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib'
import { codeIn, inflateProblem } from '../inflate-problem.ts'
import { shown } from '../names.ts'
import { release } from '../release.ts'
import { bytesAt, bytesOf, chunkBytes, inflating, type Source } from '../source.ts'
import type { Sink } from '../tree.ts'
import { deflated, type Listed, readDirectory } from './directory.ts'
import { contentStart } from './local-header.ts'

/** How many bytes of a file are inflated at once. */
const mostAtOnce = 1024 ** 2

/**
 * Reads a .zip into a tree.
 * @throws the error from `refuse`
 */
export async function unpackZip(source: Source, sink: Sink): Promise<void> {
  const { refuse, signal } = source
  const { listed, start: directory } = await readDirectory(source)
  // Goes through the entries in the order of their content and refuses an entry inside another one, with which a small archive becomes a huge one.
  let taken = 0
  for (const entry of listed) {
    signal.throwIfAborted()
    const start = contentStart(source, entry)
    if (entry.offset < taken || start + entry.compressed > directory)
      throw refuse('has the same place as another entry', shown(entry.name))
    taken = start + entry.compressed
    await unpackEntry(source, entry, start, sink)
  }
}

async function unpackEntry(source: Source, entry: Listed, start: number, sink: Sink): Promise<void> {
  const { name, kind, mode } = entry
  if (kind === 'symlink') {
    const target: Buffer[] = []
    await readContent(source, entry, start, (chunk) => void target.push(Buffer.from(chunk)))
    sink.begin({ name, kind, mode, target: Buffer.concat(target).toString('utf8') })
  } else {
    sink.begin({ name, kind, mode, target: '' })
    await readContent(source, entry, start, (chunk) => sink.content(chunk))
  }
  sink.end()
}

async function readContent(source: Source, entry: Listed, start: number, take: (chunk: Buffer) => void): Promise<void> {
  const { refuse, signal } = source
  let [size, sum] = [0, 0]
  const counted = async (
    chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
    done?: (chunk: Buffer) => void,
  ): Promise<void> => {
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > entry.size) throw refuse('is larger than it says', shown(entry.name))
      sum = crc32(chunk, sum)
      take(chunk)
      done?.(chunk)
    }
  }
  const bytes = (): AsyncIterable<Buffer> => bytesOf(source, start, start + entry.compressed)
  try {
    if (entry.method !== deflated) await counted(bytes())
    else if (entry.compressed > chunkBytes || entry.size > mostAtOnce)
      await pipeline(bytes(), createInflateRaw(inflating), (chunks) => counted(chunks, release), { signal })
    else await counted([inflatedAtOnce(source, entry, start)])
  } catch (error) {
    throw inflateProblem(error, refuse)
  }
  if (size !== entry.size) throw refuse('is smaller than it says', shown(entry.name))
  if (sum !== entry.crc) throw refuse('has different content than its checksum says', shown(entry.name))
}

/** Inflates without a stream: one stream for each of many small files would take most of the time. */
function inflatedAtOnce(source: Source, entry: Listed, start: number): Buffer {
  try {
    return inflateRawSync(bytesAt(source, start, entry.compressed), { maxOutputLength: Math.max(1, entry.size) })
  } catch (error) {
    throw codeIn(error) === 'ERR_BUFFER_TOO_LARGE' ? source.refuse('is larger than it says', shown(entry.name)) : error
  }
}
