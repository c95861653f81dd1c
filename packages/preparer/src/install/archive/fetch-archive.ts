import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { Failure, messageOf } from '@slipway/model'
import { badArchive } from './bad-archive.ts'
import { bounds } from './bounds.ts'

/** Milliseconds without an answer, or without a byte. */
const silenceMs = 60_000

/**
 * Copies an archive to a file, from a URL or a path of this machine. Answers with `sha256:…` of its bytes.
 *
 * @throws Failure `node/no-archive` when it cannot be had, or is shorter than announced; `node/bad-archive` when it is too large
 */
export async function fetchArchive(location: string, file: string, signal: AbortSignal): Promise<string> {
  const { stream, announced } = await open(location, signal)
  const hash = createHash('sha256')
  let bytes = 0
  const weighed = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length
      hash.update(chunk)
      done(bytes > bounds.archive ? badArchive(`it has more than ${bounds.archive / 1024 ** 3} GB`) : null, chunk)
    },
  })
  await pipeline(stream, weighed, createWriteStream(file, { flags: 'wx', mode: 0o600 }), { signal })
  if (announced !== undefined && announced !== bytes)
    throw noArchive(location, new Error(`${bytes} bytes arrived, but the server announced ${announced}`))
  return `sha256:${hash.digest('hex')}`
}

/** The text of a small file beside an archive. @throws Failure `node/no-archive` */
export async function fetchText(location: string, signal: AbortSignal): Promise<string> {
  const { stream } = await open(location, signal)
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > bounds.signature) throw noArchive(location, new Error(`it has more than ${bounds.signature} bytes`))
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

interface Opened {
  readonly stream: Readable
  /** Bytes; absent when the number is unknown. */
  readonly announced: number | undefined
}

async function open(location: string, signal: AbortSignal): Promise<Opened> {
  try {
    return /^https?:\/\//i.test(location) ? await openUrl(location, signal) : openFile(location)
  } catch (error) {
    throw noArchive(location, error)
  }
}

function openFile(location: string): Opened {
  const path = location.startsWith('file:') ? fileURLToPath(location) : location
  const stats = statSync(path)
  if (!stats.isFile()) throw new Error('it is not a file')
  const stream = createReadStream(path)
  stream.on('error', () => {})
  return { stream: failingAs(location, stream), announced: stats.size }
}

async function openUrl(location: string, signal: AbortSignal): Promise<Opened> {
  const silence = new AbortController()
  const timer = setTimeout(
    () => silence.abort(new Error(`nothing was heard for ${silenceMs / 1000} s`)),
    silenceMs,
  ).unref()
  const ends = AbortSignal.any([signal, silence.signal])
  try {
    // The bytes as the server stores them: the digest is for these.
    const response = await fetch(location, { headers: { 'accept-encoding': 'identity' }, signal: ends })
    if (response.ok && response.body !== null) {
      const body = Readable.fromWeb(response.body, { signal: ends })
      body.once('close', () => clearTimeout(timer))
      const length = response.headers.get('content-length')
      const isAsItLies = length !== null && response.headers.get('content-encoding') === null
      const stream = failingAs(location, body, () => timer.refresh())
      return { stream, announced: isAsItLies ? Number(length) : undefined }
    }
    await response.body?.cancel()
    throw new Error(`the server answers ${response.status} ${response.statusText}`)
  } catch (error) {
    clearTimeout(timer)
    throw error
  }
}

function failingAs(location: string, stream: Readable, onChunk = (): unknown => undefined): Readable {
  const chunks = async function* (): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of stream) {
        onChunk()
        yield chunk as Buffer
      }
    } catch (error) {
      throw noArchive(location, error)
    }
  }
  return Readable.from(chunks(), { objectMode: false })
}

function noArchive(location: string, error: unknown): Failure {
  // `fetch` gives the reason only in the cause.
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return new Failure('node/no-archive', `${location} cannot be fetched: ${messageOf(cause)}`, {
    hint: 'Slipway tries the deploy again; make sure that this node can reach the location',
    cause: error,
  })
}
