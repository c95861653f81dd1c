import { createReadStream } from 'node:fs'
import { request as plainRequest, type IncomingMessage } from 'node:http'
import { request as secureRequest } from 'node:https'
import { pipeline } from 'node:stream/promises'
import { release } from '@slipway/archives'
import type { SendOptions } from './http-client.ts'

/** The minimum speed, in bytes per second. A connection that is slower over a whole deadline counts as silent. */
const leastSpeed = 256

export interface ExchangeOptions {
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  /** The time without a byte after which a connection is given up, in milliseconds. */
  readonly silence: number
  /** The method and body; absent: a GET without a body. */
  readonly sent?: Pick<SendOptions, 'method' | 'body'> | undefined
}

/**
 * Sends one request and returns its answer, with the body unread: the bytes as the server sent them. `fetch` would unpack compressed bodies, and
 * then neither lengths nor checksums would fit. Node handles proxies and authorities, as the launcher has set them up.
 */
export function exchange(url: URL, { headers, signal, silence, sent }: ExchangeOptions): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? secureRequest : plainRequest
    const length = sent?.body === undefined ? {} : { 'content-length': String(sizeOf(sent.body)) }
    const request = send(url, { method: sent?.method ?? 'GET', headers: { ...headers, ...length }, signal })
    releaseWhatIsRead(request)
    const stopWatching = giveUpOnSilence(request, silence, sent?.body !== undefined)
    request.once('response', (answer: IncomingMessage) => {
      answer.once('close', stopWatching)
      resolve(answer)
    })
    request.once('close', stopWatching)
    request.on('error', (error) => {
      stopWatching()
      reject(error)
    })
    if (sent?.body === undefined || Buffer.isBuffer(sent.body)) request.end(sent?.body)
    // An error of the pipeline is an error of the request, which is reported.
    else void pipeline(createReadStream(sent.body.file), request).catch((error: Error) => request.destroy(error))
  })
}

function sizeOf(body: NonNullable<SendOptions['body']>): number {
  return Buffer.isBuffer(body) ? body.length : body.size
}

/** Checks at the end of each deadline whether enough bytes have arrived, or were sent, since the previous one. */
function giveUpOnSilence(request: ReturnType<typeof plainRequest>, silence: number, isSending: boolean): () => void {
  const least = Math.ceil((silence / 1000) * leastSpeed)
  let seen = 0
  const moved = (): number => (request.socket?.bytesRead ?? 0) + ((isSending && request.socket?.bytesWritten) || 0)
  request.once('socket', () => {
    seen = moved()
  })
  const timer = setInterval(() => {
    const now = moved()
    if (now - seen < least) {
      const error = new Error(`nothing has arrived for ${silence / 1000} s`)
      request.destroy(Object.assign(error, { code: 'ERR_SLIPWAY_SILENCE' }))
    }
    seen = now
  }, silence)
  return () => {
    clearInterval(timer)
  }
}

/** Releases a parsed chunk: the parser copies the data that it hands on, so the chunk can be freed, whatever other listeners did before. */
function releaseParsed(chunk: Buffer): void {
  queueMicrotask(() => release(chunk))
}

function releaseWhatIsRead(request: ReturnType<typeof plainRequest>): void {
  request.once('socket', (socket) => {
    socket.on('data', releaseParsed)
    // The connection may serve other requests after this request.
    request.once('close', () => socket.off('data', releaseParsed))
  })
}
