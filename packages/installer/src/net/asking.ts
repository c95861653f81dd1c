import type { IncomingMessage } from 'node:http'
import { exchange } from './exchange.ts'
import { headersOf, type Credential, type TokenForm } from './credential.ts'
import type { Credentials } from './credentials.ts'
import type { GetOptions, SendOptions } from './http-client.ts'
import {
  badAnswer,
  limited,
  notFound,
  offline,
  reasonOf,
  refused,
  shownStatus,
  type Tried,
  unreachable,
} from './failures.ts'
import { askedDelay, attempts, delayAfter, isLost, isTooLong, mayPass } from './retry.ts'
import { admitUrl, isLoopback } from './urls.ts'

const mostRedirects = 5
/** The maximum number of rounds, so that even a download that advances a little each time ends. */
const mostRounds = 100

/** The state that all requests of one client share. */
export interface Line {
  readonly credentials: Credentials
  /** True: http is also allowed for machines other than this one. */
  readonly allowsHttp: boolean
  /** The hosts that also get their token over http; this machine always does. */
  readonly httpTokens: readonly string[]
  readonly isOffline: boolean
  readonly signal: AbortSignal
  /** The time without a byte after which a connection is given up, in milliseconds. */
  readonly silence: number
  readonly userAgent: string
  readonly now: () => number
  readonly random: () => number
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/** The parts of a request that all attempts share. */
export interface Matter {
  readonly url: URL
  readonly subject: string
  readonly headers: Readonly<Record<string, string>>
  readonly token: 'none' | undefined
  readonly registry: string | undefined
  readonly tokenForm: TokenForm | undefined
  readonly accepts: readonly number[]
  /** The method and body of a request that sends something; absent: the request only reads. */
  readonly sent: Pick<SendOptions, 'method' | 'body'> | undefined
  /** The attempts so far, with their outcomes. */
  readonly tried: Tried[]
  /** The reasons why a credential that may exist was not sent. */
  readonly withheld: Set<string>
}

export interface Answered {
  /** The answer, with its body unread. */
  readonly answer: IncomingMessage
  readonly status: number
  /** The URL after redirects. */
  readonly url: URL
}

/** A failed attempt that may succeed when it is repeated. */
export class Again extends Error {
  readonly patience: number | undefined
  /** True if the attempt has brought data that the next attempt builds on. */
  readonly gotFurther: boolean

  constructor(
    reason: string,
    { patience, gotFurther = false }: { patience?: number | undefined; gotFurther?: boolean } = {},
  ) {
    super(reason)
    this.patience = patience
    this.gotFurther = gotFurther
  }
}

export function matterOf(
  url: string,
  line: Line,
  options: Pick<GetOptions, 'headers' | 'subject' | 'token' | 'registry' | 'tokenForm' | 'accepts'>,
  sent?: Matter['sent'],
): Matter {
  const admitted = admitUrl(url, line.allowsHttp)
  const subject = options.subject ?? admitted.host
  if (line.isOffline) throw offline(subject, admitted)
  const headers = Object.fromEntries(
    Object.entries(options.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const { token, registry, tokenForm, accepts = [] } = options
  return { url: admitted, subject, headers, token, registry, tokenForm, accepts, sent, tried: [], withheld: new Set() }
}

/**
 * Repeats the work, with pauses, as long as a further attempt may help.
 * @throws final failures at once; `install/unreachable`
 */
export async function persistently<T>(line: Line, matter: Matter, work: () => Promise<T>): Promise<T> {
  let failures = 0
  for (let round = 1; ; round++) {
    line.signal.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      line.signal.throwIfAborted()
      const isWorthIt = error instanceof Again || isLost(error)
      if (!isWorthIt) throw isOfNetwork(error) ? unreachable(matter.subject, matter.url, error, matter.tried) : error
      const { patience, gotFurther } = error instanceof Again ? error : new Again(reasonOf(error))
      failures = gotFurther ? 1 : failures + 1
      const reason = reasonOf(error)
      if (failures >= attempts || round >= mostRounds)
        throw unreachable(matter.subject, matter.url, `${reason}, at attempt ${round}`, matter.tried)
      if (patience !== undefined && isTooLong(patience))
        throw unreachable(
          matter.subject,
          matter.url,
          `${reason} and asks to wait for ${Math.ceil(patience / 1000)} s`,
          [],
        )
      await line.wait(Math.max(patience ?? 0, delayAfter(failures, line.random)), line.signal)
    }
  }
}

/**
 * Makes one attempt. @throws Again; Failure `install/not-found`, `install/refused`, `install/bad-answer`, `install/insecure-url`; errors of the
 * network
 */
export async function ask(line: Line, matter: Matter, more: Readonly<Record<string, string>> = {}): Promise<Answered> {
  const token = await credentialFor(line, matter)
  const first = await follow(line, matter, more, token)
  if (!isRefusal(first.status) || token === undefined || isLimit(first)) return judged(line, matter, first, token)
  // A rejected token hides even public content, so the request is repeated without it.
  first.answer.destroy()
  const second = await follow(line, matter, more, undefined)
  if (isYes(second.status, matter.accepts)) return second
  return judged(line, matter, { ...second, status: isRefusal(second.status) ? second.status : first.status }, token)
}

async function credentialFor({ credentials }: Line, matter: Matter): Promise<Credential | undefined> {
  const { url, registry, token, headers, withheld } = matter
  if (token === 'none' || headers['authorization'] !== undefined) return undefined
  // The token server gets no password of its own: it would issue a token for it, and the registry would then receive that token.
  const own = registry === undefined || registry === url.host ? credentials.forUrl(url) : undefined
  if (own !== undefined || registry === undefined) return own
  return await credentials.forRegistry(registry, (problem) => withheld.add(problem))
}

/** Whether a credential may go to this URL: over http, everybody on the way can read it. */
function maySend({ httpTokens }: Line, { protocol, host, hostname }: URL): boolean {
  return protocol === 'https:' || isLoopback(hostname) || httpTokens.includes(host) || httpTokens.includes(hostname)
}

async function follow(
  line: Line,
  matter: Matter,
  more: Readonly<Record<string, string>>,
  token: Credential | undefined,
): Promise<Answered> {
  const { authorization, ...others } = matter.headers
  const secrets = authorization === undefined ? token && headersOf(token, matter.tokenForm) : { authorization }
  let url = matter.url
  let isHome = maySend(line, url)
  if (!isHome && secrets !== undefined)
    matter.withheld.add(
      `${token?.from ?? 'a token'} is not sent over http: add ${url.host} to plugins.httpTokens for that`,
    )
  for (let redirects = 0; ; redirects++) {
    const answer = await exchange(withoutUser(url), {
      headers: {
        'user-agent': line.userAgent,
        accept: '*/*',
        ...others,
        ...more,
        ...(isHome && secrets),
      },
      signal: line.signal,
      silence: line.silence,
      sent: matter.sent,
    })
    const status = answer.statusCode ?? 0
    const target = redirectOf(status, answer, matter.sent?.method)
    if (target === undefined) {
      if (!isYes(status, matter.accepts))
        matter.tried.push({
          url,
          ...(matter.sent && { method: matter.sent.method }),
          token: isHome ? token?.from : undefined,
          outcome: shownStatus(status),
        })
      return { answer, status, url }
    }
    answer.destroy()
    if (redirects === mostRedirects)
      throw badAnswer(matter.subject, matter.url, `it redirects more than ${mostRedirects} times`)
    const next = admitUrl(target, line.allowsHttp, url)
    // A credential for one host is never sent to another host, nor back to its own host after a detour.
    isHome &&= next.origin === matter.url.origin
    url = next
  }
}

function judged(
  line: Line,
  { subject, url, tried, withheld, accepts }: Matter,
  answered: Answered,
  token: Credential | undefined,
): Answered {
  const { answer, status } = answered
  if (isYes(status, accepts)) return answered
  answer.destroy()
  if (isLimit(answered)) {
    const reset = Number(answer.headers['x-ratelimit-reset'])
    throw limited(subject, url, Number.isFinite(reset) ? reset * 1000 : undefined, token !== undefined)
  }
  if (mayPass(status)) {
    const patience = askedDelay(answer.headers['retry-after'], line.now())
    throw new Again(`it answers ${shownStatus(status)}`, { patience })
  }
  if (isRefusal(status)) throw refused(subject, url, status, tried, withheld)
  if (status === 404 || status === 410) throw notFound(subject, url, status, tried, withheld)
  throw badAnswer(subject, url, shownStatus(status))
}

function isYes(status: number, accepts: readonly number[]): boolean {
  return (status >= 200 && status < 300) || accepts.includes(status)
}

function isRefusal(status: number): boolean {
  return status === 401 || status === 403
}

/** Whether the answer is GitHub's refusal of too many requests. */
function isLimit({ status, answer }: Answered): boolean {
  return (status === 403 || status === 429) && answer.headers['x-ratelimit-remaining'] === '0'
}

/**
 * Returns the target of a redirect that is followed. A request with a body is sent again only where the status demands it; other redirects would
 * turn it into a GET.
 */
function redirectOf(status: number, { headers }: IncomingMessage, method = 'GET'): string | undefined {
  const followed = method === 'GET' || method === 'HEAD' ? [301, 302, 303, 307, 308] : [307, 308]
  return followed.includes(status) ? headers.location : undefined
}

/** Removes the credentials in front of the host, which have become a header. */
function withoutUser(url: URL): URL {
  const bare = new URL(url)
  bare.username = ''
  bare.password = ''
  return bare
}

function isOfNetwork(error: unknown): boolean {
  return error instanceof Error && error.name !== 'Failure' && 'code' in error && !('path' in error)
}
