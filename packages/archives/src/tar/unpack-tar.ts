import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { refuseBomb } from '../caps.ts'
import { inflateProblem } from '../inflate-problem.ts'
import type { Source } from '../source.ts'
import type { Sink } from '../tree.ts'
import { TarReader } from './tar-reader.ts'

const chunkSize = 64 * 1024

/** Reads a .tar into a tree. @throws what `refuse` makes */
export async function unpackTar({ handle, signal, refuse, caps }: Source, sink: Sink): Promise<void> {
  const reader = new TarReader(sink, caps, refuse)
  await pipeline(
    handle.createReadStream({ start: 0, autoClose: false }),
    async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) reader.push(chunk)
    },
    { signal },
  )
  reader.end()
}

/** Reads a .tar.gz into a tree. @throws what `refuse` makes */
export async function unpackTarGz({ handle, signal, refuse, caps }: Source, sink: Sink): Promise<void> {
  const reader = new TarReader(sink, caps, refuse)
  let [from, out] = [0, 0]
  try {
    await pipeline(
      handle.createReadStream({ start: 0, autoClose: false }),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          from += chunk.length
          yield chunk
        }
      },
      createGunzip({ chunkSize }),
      async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) {
          out += chunk.length
          refuseBomb(out, from, caps, refuse)
          reader.push(chunk)
        }
      },
      { signal },
    )
  } catch (error) {
    throw inflateProblem(error, refuse)
  }
  reader.end()
}
