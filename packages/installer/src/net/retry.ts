/** The first pause, in milliseconds. */
const firstDelay = 250
const longestDelay = 8000
/** The longest wait, in milliseconds. If a server asks for a longer wait, the user gets a failure instead. */
const longestPatience = 120_000

/** The number of attempts before a request fails. */
export const attempts = 5

/**
 * Returns the pause after `failures` failed attempts: it doubles each time, with a random part, so that many clients do not come back at once.
 */
export function delayAfter(failures: number, random: () => number): number {
  return Math.min(longestDelay, firstDelay * 2 ** (failures - 1)) * (0.5 + random() / 2)
}

/** Returns the wait that `Retry-After` asks for, in milliseconds; `undefined`: the header cannot be read. */
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

/** The error codes of lost connections, for which another attempt may succeed. An unknown name and an invalid certificate are final. */
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
