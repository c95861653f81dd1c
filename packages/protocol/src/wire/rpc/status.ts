/** The status codes of gRPC. */
export const Status = {
  ok: 0,
  cancelled: 1,
  unknown: 2,
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  alreadyExists: 6,
  permissionDenied: 7,
  resourceExhausted: 8,
  failedPrecondition: 9,
  aborted: 10,
  outOfRange: 11,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
  dataLoss: 15,
  unauthenticated: 16,
} as const

/** The names in gRPC's spelling: `DEADLINE_EXCEEDED`. */
const names: ReadonlyMap<number, string> = new Map(
  Object.entries(Status).map(([name, code]) => [code, name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()]),
)

export function statusName(code: number): string {
  return names.get(code) ?? `status ${code}`
}

/** The longest message in a header, in characters: the peers' limits for all headers together start at 8 KB. */
const maxMessageLength = 2000

/** Encodes a status message for the header `grpc-message`: everything but printable ASCII is percent-encoded. */
export function encodeStatusMessage(message: string): string {
  const text = message.length > maxMessageLength ? `${message.slice(0, maxMessageLength)}…` : message
  let encoded = ''
  for (const byte of Buffer.from(text, 'utf8'))
    encoded +=
      byte >= 0x20 && byte <= 0x7e && byte !== 0x25
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  return encoded
}

/** Decodes a `grpc-message`; percent signs that encode nothing stay unchanged. */
export function decodeStatusMessage(encoded: string): string {
  if (!encoded.includes('%')) return encoded
  const bytes: number[] = []
  for (let index = 0; index < encoded.length; index++) {
    const hex = encoded[index] === '%' ? encoded.slice(index + 1, index + 3) : ''
    if (/^[0-9a-f]{2}$/i.test(hex)) {
      bytes.push(Number.parseInt(hex, 16))
      index += 2
    } else bytes.push(encoded.charCodeAt(index) & 0xff)
  }
  return Buffer.from(bytes).toString('utf8')
}

const unitMilliseconds: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1000, m: 1, u: 1e-3, n: 1e-6 }

/** Returns the milliseconds of a `grpc-timeout`; `undefined` when the header is invalid. */
export function parseTimeout(header: string): number | undefined {
  const match = /^(\d{1,8})([HMSmun])$/.exec(header)
  const factor = unitMilliseconds[match?.[2] ?? '']
  return factor === undefined ? undefined : Number(match?.[1]) * factor
}

/** Writes a `grpc-timeout` of at most eight digits: in milliseconds, or in seconds when milliseconds do not fit. */
export function formatTimeout(milliseconds: number): string {
  const whole = Math.max(1, Math.ceil(milliseconds))
  return whole < 1e8 ? `${whole}m` : `${Math.min(Math.ceil(whole / 1000), 99_999_999)}S`
}

/** The longest time of Node's timers, in milliseconds. */
export const longestTimer = 0x7fffffff

/** An error by which a handler decides the status of its answer. */
export class StatusError extends Error {
  override readonly name = 'StatusError'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}
