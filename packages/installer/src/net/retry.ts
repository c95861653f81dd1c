/** Milliseconds. */
const firstDelay = 250
const longestDelay = 8000
/** A server that asks for more patience than this is reported to the user instead. */
const longestPatience = 120_000

/** How often a request is sent before it fails. */
export const attempts = 5

/**
 * The pause before the attempt after `failures` failed ones: doubled each time, with a random part, so that many clients do not come back
 * at once.
 */
export function delayAfter(failures: number, random: () => number): number {
  return Math.min(longestDelay, firstDelay * 2 ** (failures - 1)) * (0.5 + random() / 2)
}

/** The wait that `Retry-After` asks for, in milliseconds; `undefined`: it cannot be read. */
export function askedDelay(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000
  const moment = Date.parse(header)
  return Number.isNaN(moment) ? undefined : Math.max(0, moment - now)
}

export function isTooLong(delay: number): boolean {
  return delay > longestPatience
}

export function mayPass(status: number): boolean {
  return status === 408 || status === 429 || (status >= 500 && status !== 501 && status !== 505)
}

/** Codes of connections that another attempt may not lose. A name that is not known and a certificate that does not hold stay so. */
const lost: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_SLIPWAY_SILENCE',
  'ERR_PROXY_TUNNEL',
])

export function isLost(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code !== undefined && (lost.has(code) || code.startsWith('HPE_'))
}
