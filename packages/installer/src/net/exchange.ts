import { request as plainRequest, type IncomingMessage } from 'node:http'
import { request as secureRequest } from 'node:https'
import { release } from '@slipway/archives'

/** Bytes a second. A connection that brings less for a whole deadline is as good as silent. */
const leastSpeed = 256

export interface ExchangeOptions {
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  /** Milliseconds without a byte after which a connection is given up. */
  readonly silence: number
}

/**
 * One request and its answer, with the body unread: the bytes as the server sent them. `fetch` would unpack compressed bodies, and then
 * neither lengths nor checksums fit. Node handles proxies and authorities, as the launcher has set them up.
 */
export function exchange(url: URL, { headers, signal, silence }: ExchangeOptions): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? secureRequest : plainRequest
    const request = send(url, { headers, signal })
    releaseWhatIsRead(request)
    const stopWatching = giveUpOnSilence(request, silence)
    request.once('response', (answer: IncomingMessage) => {
      answer.once('close', stopWatching)
      resolve(answer)
    })
    request.once('close', stopWatching)
    request.on('error', (error) => {
      stopWatching()
      reject(error)
    })
    request.end()
  })
}

/** Looks at the end of each deadline whether enough has arrived since the last one. */
function giveUpOnSilence(request: ReturnType<typeof plainRequest>, silence: number): () => void {
  const least = Math.ceil((silence / 1000) * leastSpeed)
  let seen = 0
  request.once('socket', (socket) => {
    seen = socket.bytesRead
  })
  const timer = setInterval(() => {
    const read = request.socket?.bytesRead ?? 0
    if (read - seen < least) {
      const error = new Error(`nothing has arrived for ${silence / 1000} s`)
      request.destroy(Object.assign(error, { code: 'ERR_SLIPWAY_SILENCE' }))
    }
    seen = read
  }, silence)
  return () => {
    clearInterval(timer)
  }
}

/** The parser copies the data that it hands on, so the chunk that it has parsed can be freed, whatever other listeners do first. */
function releaseParsed(chunk: Buffer): void {
  queueMicrotask(() => release(chunk))
}

function releaseWhatIsRead(request: ReturnType<typeof plainRequest>): void {
  request.once('socket', (socket) => {
    socket.on('data', releaseParsed)
    // The connection may serve other requests after this one.
    request.once('close', () => socket.off('data', releaseParsed))
  })
}
