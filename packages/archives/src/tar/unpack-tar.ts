import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { refuseBomb } from '../caps.ts'
import { inflateProblem } from '../inflate-problem.ts'
import { release } from '../release.ts'
import { bytesOf, inflating, type Source } from '../source.ts'
import type { Sink } from '../tree.ts'
import { TarReader } from './tar-reader.ts'

/**
 * Reads a .tar into a tree.
 * @throws the error from `refuse`
 */
export async function unpackTar(source: Source, sink: Sink): Promise<void> {
  const { bytes, signal, refuse, caps } = source
  const reader = new TarReader(sink, caps, refuse)
  for await (const chunk of bytesOf(source, 0, bytes)) {
    signal.throwIfAborted()
    reader.push(chunk)
  }
  reader.end()
}

/**
 * Reads a .tar.gz into a tree.
 * @throws the error from `refuse`
 */
export async function unpackTarGz(source: Source, sink: Sink): Promise<void> {
  const { bytes, signal, refuse, caps } = source
  const reader = new TarReader(sink, caps, refuse)
  let [from, out] = [0, 0]
  try {
    await pipeline(
      async function* () {
        for await (const chunk of bytesOf(source, 0, bytes)) {
          from += chunk.length
          yield chunk
        }
      },
      createGunzip(inflating),
      async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) {
          out += chunk.length
          refuseBomb(out, from, caps, refuse)
          reader.push(chunk)
          release(chunk)
        }
      },
      { signal },
    )
  } catch (error) {
    throw inflateProblem(error, refuse)
  }
  reader.end()
}
