import { crc32 } from 'node:zlib'

/** How many commits a database has seen. */
export interface CommitCount {
  /** Drawn anew when a database is made, or replaces another one: counts of two origins are not comparable. */
  readonly origin: string
  readonly count: number
}

const digits = 16

/** A line of constant length, so that one write replaces the whole line. */
export function lineOf({ origin, count }: CommitCount): string {
  const text = `${origin} ${String(count).padStart(digits, '0')}`
  return `${text} ${checksumOf(text)}\n`
}

export function parseLine(line: string): CommitCount | undefined {
  const [, text = '', origin = '', count, checksum] = /^(([0-9a-f]+) (\d{16})) ([0-9a-f]{8})\n$/.exec(line) ?? []
  return count !== undefined && checksumOf(text) === checksum ? { origin, count: Number(count) } : undefined
}

function checksumOf(text: string): string {
  return crc32(text).toString(16).padStart(8, '0')
}
