import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { Failure, messageOf } from '@slipway/model'

/** Milliseconds without an answer, or without a byte. */
const silenceMs = 60_000

/** The bytes of an archive, from a URL or a path of this machine. @throws Failure `node/no-archive` */
export async function openArchive(location: string, signal: AbortSignal): Promise<Readable> {
  if (!/^https?:\/\//i.test(location)) {
    const path = location.startsWith('file:') ? fileURLToPath(location) : location
    const stream = createReadStream(path)
    stream.on('error', () => {})
    return failingAs(location, stream)
  }
  try {
    const response = await fetch(location, { signal: AbortSignal.any([signal, AbortSignal.timeout(silenceMs)]) })
    if (response.ok && response.body !== null) {
      const body = Readable.fromWeb(response.body, { signal })
      return failingAs(location, body)
    }
    await response.body?.cancel()
    throw new Error(`the server answers ${response.status} ${response.statusText}`)
  } catch (error) {
    throw noArchive(location, error)
  }
}

function failingAs(location: string, stream: Readable): Readable {
  const chunks = async function* (): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of stream) yield chunk as Buffer
    } catch (error) {
      throw noArchive(location, error)
    }
  }
  return Readable.from(chunks(), { objectMode: false })
}

function noArchive(location: string, error: unknown): Failure {
  // `fetch` says why only in the cause.
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return new Failure('node/no-archive', `${location} cannot be fetched: ${messageOf(cause)}`, {
    hint: 'Slipway tries the deploy again; make sure that this node can reach the location',
    cause: error,
  })
}
