import { STATUS_CODES } from 'node:http'
import { Failure, messageOf } from '@slipway/model'
import { variableFor } from './credentials.ts'
import { shownUrl } from './urls.ts'

/** One request with its outcome, which becomes one line in a failure. */
export interface Tried {
  readonly url: URL
  /** The method; absent: `GET`. */
  readonly method?: string
  /** The origin of the token. */
  readonly token: string | undefined
  readonly outcome: string
}

export function shownStatus(status: number): string {
  const words = STATUS_CODES[status]
  return words === undefined ? String(status) : `${status} ${words}`
}

export function notFound(
  subject: string,
  url: URL,
  status: number,
  tried: readonly Tried[],
  withheld: Iterable<string>,
): Failure {
  return new Failure('install/not-found', `${subject} does not have ${shownUrl(url)} (${shownStatus(status)})`, {
    details: [...story(tried), ...withheld],
    hint: `check name, version and platform; if it is private, a token may be missing: ${variableFor(url)}`,
  })
}

export function refused(
  subject: string,
  url: URL,
  status: number,
  tried: readonly Tried[],
  withheld: Iterable<string>,
): Failure {
  const from = tried.map(({ token }) => token).find((token) => token !== undefined)
  return new Failure('install/refused', `${subject} refuses ${shownUrl(url)} (${shownStatus(status)})`, {
    details: [...story(tried), ...withheld],
    hint:
      from === undefined
        ? `if the server needs a token, set ${variableFor(url)}`
        : `check the token of ${from}: it may have expired, or may not be allowed to read this`,
  })
}

/** Returns the failure for a server that refuses further requests for now. `reset`: milliseconds since 1970. */
export function limited(subject: string, url: URL, reset: number | undefined, hasToken: boolean): Failure {
  const until = reset === undefined ? '' : ` until ${new Date(reset).toISOString()}`
  return new Failure('install/refused', `${subject} refuses further requests from here${until} (${shownUrl(url)})`, {
    hint: hasToken ? 'wait until then' : `wait until then, or set ${variableFor(url)}: a token allows more requests`,
  })
}

export function unreachable(subject: string, url: URL, reason: unknown, tried: readonly Tried[]): Failure {
  const why = typeof reason === 'string' ? reason : reasonOf(reason)
  return new Failure('install/unreachable', `${subject} cannot be reached at ${shownUrl(url)}: ${why}`, {
    details: story(tried),
    hint: hintFor(reason, url),
    ...(typeof reason !== 'string' && { cause: reason }),
  })
}

export function badAnswer(subject: string, url: URL | string, why: string, cause?: unknown): Failure {
  return new Failure('install/bad-answer', `${subject} gives a bad answer for ${shownUrl(url)}: ${why}`, {
    hint: 'try again later, or tell the operator of this server',
    cause,
  })
}

export function offline(subject: string, url: URL): Failure {
  return new Failure('install/offline', `${subject} is not asked, because of --offline (${shownUrl(url)})`, {
    hint: 'leave out --offline, or put the plugin into a mirror on this machine (plugins.mirror)',
  })
}

function story(tried: readonly Tried[]): readonly string[] {
  return tried.map(({ url, method = 'GET', token, outcome }) => {
    const how = token === undefined ? 'without a token' : `with the token of ${token}`
    return `${method} ${shownUrl(url)} ${how}: ${outcome}`
  })
}

/** Returns the reason of an error in words. Some network errors have only a code, or consist of several errors. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  const { code } = error as NodeJS.ErrnoException
  if (code !== undefined && code in words) return `${words[code]} (${code})`
  return messageOf(error) || (code ?? 'the cause is unknown')
}

const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no program listens there',
  ECONNRESET: 'the connection was lost',
  ENOTFOUND: 'the name of the host is not known',
  EAI_AGAIN: 'the name of the host cannot be looked up now',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is from an authority that this machine does not know',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is from an authority that this machine does not know',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is from an authority that this machine does not know',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate is from an authority that this machine does not know',
  CERT_HAS_EXPIRED: 'its certificate has expired',
}

function hintFor(reason: unknown, url: URL): string {
  const { code = '' } = typeof reason === 'string' ? {} : (reason as NodeJS.ErrnoException)
  if (code === 'ERR_PROXY_TUNNEL') return 'check the proxy in HTTPS_PROXY, and its password'
  if (words[code]?.includes('authority') === true)
    return 'if your company signs the certificates, name its authority in NODE_EXTRA_CA_CERTS, or set NODE_USE_SYSTEM_CA=1'
  if (code === 'ENOTFOUND') return `check the spelling of ${url.hostname}, and whether a proxy is needed (HTTPS_PROXY)`
  return 'check the connection and whether a proxy is needed (HTTPS_PROXY), and try again: the finished part is kept'
}
