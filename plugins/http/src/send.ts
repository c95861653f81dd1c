import { badInput, refused, transient, unexpected, type Call } from '@slipway/sdk'
import type { Config } from './config.ts'

export interface Request {
  readonly method: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** A text is sent as it is, everything else as JSON. */
  readonly body?: unknown
}

export interface Answer {
  readonly status: number
  readonly contentType: string
  readonly text: string
}

/** The purpose of the request. The method alone does not show whether a request changes anything. */
export type Purpose = 'change' | 'look' | 'fetch'

/** Sends the request, and returns the answer if its status is below 400, or one of those that are `expected`. */
export async function send(
  request: Request,
  { config, signal }: Pick<Call<Config>, 'config' | 'signal'>,
  purpose: Purpose,
  expected: readonly number[] = [],
): Promise<Answer> {
  const url = urlOf(request.url, config)
  const subject = `${request.method} ${url.origin}${url.pathname}`
  try {
    const response = await fetch(url, {
      method: request.method,
      headers: headersOf(request, url, config),
      signal: AbortSignal.any([signal, AbortSignal.timeout(config.timeoutMs)]),
      ...(request.body !== undefined && { body: bodyOf(request.body) }),
    })
    const text = await response.text()
    const { ok, status } = response
    if (!ok && !expected.includes(status)) throw failure(purpose, `${subject} was answered ${status}`, status, text)
    return { status, contentType: response.headers.get('content-type') ?? '', text }
  } catch (thrown) {
    throw thrown instanceof TypeError ? connectionFailure(purpose, subject, thrown) : thrown
  }
}

/** The content as JSON if it is JSON, otherwise the text. */
export function contentOf({ text }: Answer): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return text
  }
}

function urlOf(text: string, { baseUrl }: Config): URL {
  if (!URL.canParse(text, baseUrl)) throw badInput(`"${text}" is not a URL; set baseUrl if it is the end of a URL`)
  return new URL(text, baseUrl)
}

function headersOf({ headers, body }: Request, url: URL, { baseUrl, authorization }: Config): Headers {
  const all = new Headers(headers)
  if (body !== undefined && typeof body !== 'string' && !all.has('content-type'))
    all.set('content-type', 'application/json')
  const isAtHome = baseUrl !== undefined && url.origin === new URL(baseUrl).origin
  if (authorization !== undefined && isAtHome && !all.has('authorization')) all.set('authorization', authorization)
  return all
}

function bodyOf(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body)
}

/** The server is too busy to begin: nothing was done, and the request may be repeated. */
const tooBusy = new Set([425, 429, 503])

function failure(purpose: Purpose, message: string, status: number, text: string): Error {
  const reasons = text.trim() === '' ? [] : [message, text.trim().slice(0, 1000)]
  if (tooBusy.has(status)) return refused(message, reasons, { code: 'TRANSIENT' })
  // A server that refuses to show an object, as after an expired login, has not proved that the object is missing.
  if (status < 500) return purpose === 'look' ? unexpected(message, reasons) : refused(message, reasons)
  // Nobody knows how far a broken server got, unless the request only looked.
  return purpose === 'change' ? unexpected(message, reasons) : transient(message, reasons)
}

const neverSent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

/** Turns the error that `fetch` throws for all problems below HTTP into one for the user. */
function connectionFailure(purpose: Purpose, subject: string, error: TypeError): Error {
  const cause = error.cause as NodeJS.ErrnoException | undefined
  const message = `${subject} got no answer: ${cause?.message ?? error.message}`
  if (neverSent.has(cause?.code ?? '')) return refused(message, [], { code: 'TRANSIENT', cause: error })
  return purpose === 'change' ? unexpected(message, [], error) : transient(message, [], error)
}
