import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { messageOf } from '@slipway/model'
import { ask, matterOf, persistently, type Answered, type Line, type Matter } from './asking.ts'
import { createCredentials } from './credentials.ts'
import { defaultHosts, type DefaultHosts } from './default-hosts.ts'
import { download } from './download.ts'
import { badAnswer, unreachable } from './failures.ts'
import type { GetOptions, HttpAnswer, HttpClient } from './http-client.ts'

const usualLimit = 8 * 1024 * 1024
/** The time without a byte after which a connection is given up, in milliseconds. */
const usualSilence = 30_000
/** The time for a complete small answer, with all attempts, in milliseconds. */
const usualDeadline = 300_000

export interface HttpClientParts {
  /** The user's whole environment, including tokens, which only this client reads. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** When this signal aborts, every request ends with its reason. */
  readonly signal: AbortSignal
  readonly settings?: NetSettings
  /** True: every request is refused. */
  readonly isOffline?: boolean
  readonly hosts?: DefaultHosts
  readonly userAgent?: string
  readonly now?: () => number
  readonly random?: () => number
  readonly wait?: Line['wait']
}

/** The network settings of the user; a project never sets them. */
export interface NetSettings {
  /** `plugins.allowHttp`: plain http is allowed for machines other than this one, too. */
  readonly allowHttp?: boolean
  /** `plugins.httpTokens`: the hosts that also get their token over http. */
  readonly httpTokens?: readonly string[]
  /** The time without a byte after which a connection is given up, in milliseconds. */
  readonly silence?: number
  /** The time for a complete small answer, with all attempts, in milliseconds. */
  readonly deadline?: number
}

export function createHttpClient(parts: HttpClientParts): HttpClient {
  const { env, signal, settings = {}, isOffline = false, hosts = defaultHosts } = parts
  const line: Line = {
    credentials: createCredentials({ env, hosts, signal }),
    allowsHttp: settings.allowHttp ?? false,
    httpTokens: settings.httpTokens ?? [],
    isOffline,
    signal,
    silence: settings.silence ?? usualSilence,
    userAgent: parts.userAgent ?? 'slipway',
    now: parts.now ?? Date.now,
    random: parts.random ?? Math.random,
    wait: parts.wait ?? ((milliseconds, stop) => wait(milliseconds, undefined, { signal: stop })),
  }
  const client: HttpClient = {
    get: async (url, options = {}) => {
      const matter = matterOf(url, line, options)
      return within(settings.deadline ?? usualDeadline, line, matter, (timed) =>
        persistently(timed, matter, async () =>
          read(await ask(timed, matter, { 'accept-encoding': 'gzip' }), matter, options),
        ),
      )
    },
    send: async (url, { method, body, ...options }) => {
      const matter = matterOf(url, line, options, { method, ...(body !== undefined && { body }) })
      // The answer to a HEAD states the length of a body that it does not send.
      const limits = method === 'HEAD' ? { ...options, limit: Number.MAX_SAFE_INTEGER } : options
      return await persistently(line, matter, async () => read(await ask(line, matter), matter, limits))
    },
    json: async (url, options = {}) => {
      const headers = { accept: 'application/json', ...options.headers }
      const answer = await client.get(url, { ...options, headers })
      try {
        return JSON.parse(answer.body.toString('utf8')) as unknown
      } catch (error) {
        throw badAnswer(options.subject ?? new URL(url).host, url, `it is not JSON (${messageOf(error)})`, error)
      }
    },
    download: async (url, file, options) => download(line, matterOf(url, line, options), file, options),
  }
  return client
}

/** Limits the total time: a server that sends a byte now and then is never silent, but never finishes. */
async function within<T>(deadline: number, line: Line, matter: Matter, work: (timed: Line) => Promise<T>): Promise<T> {
  const timeout = AbortSignal.timeout(deadline)
  try {
    return await work({ ...line, signal: AbortSignal.any([line.signal, timeout]) })
  } catch (error) {
    if (!timeout.aborted || line.signal.aborted) throw error
    throw unreachable(
      matter.subject,
      matter.url,
      `it did not finish its answer within ${deadline / 1000} s`,
      matter.tried,
    )
  }
}

async function read(
  { answer, status, url }: Answered,
  matter: Matter,
  { limit = usualLimit }: GetOptions,
): Promise<HttpAnswer> {
  const tooLarge = (cause?: unknown): Error => {
    answer.destroy()
    return badAnswer(matter.subject, matter.url, `it is larger than ${limit} bytes`, cause)
  }
  if (Number(answer.headers['content-length'] ?? 0) > limit) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limit) throw tooLarge()
    chunks.push(chunk)
  }
  let body = Buffer.concat(chunks)
  if (/^(x-)?gzip$/i.test(answer.headers['content-encoding'] ?? '')) {
    try {
      body = await promisify(gunzip)(body, { maxOutputLength: limit })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(error)
      throw badAnswer(matter.subject, matter.url, `its compressed answer cannot be read (${messageOf(error)})`, error)
    }
  }
  const headers = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]))
  return { status, headers, body, url: url.href }
}
