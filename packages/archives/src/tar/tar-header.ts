import type { Entry } from '../tree.ts'

export const block = 512

const kinds: Readonly<Record<string, Entry['kind']>> = {
  '0': 'file',
  '\0': 'file',
  '7': 'file',
  '1': 'hardlink',
  '2': 'symlink',
  '5': 'folder',
}

/** A header block as it is written. */
export interface TarHeader {
  readonly name: string
  readonly type: string
  readonly kind: Entry['kind']
  readonly mode: number
  /** NaN: the field holds no number. */
  readonly size: number
  readonly target: string
}

export function readTarHeader(header: Buffer): TarHeader {
  const prefix = textIn(header, 257, 6) === 'ustar' ? textIn(header, 345, 155) : ''
  const name = textIn(header, 0, 100)
  const type = String.fromCharCode(header[156] ?? 0)
  return {
    name: prefix === '' ? name : `${prefix}/${name}`,
    type,
    kind: kinds[type] ?? 'other',
    mode: numberIn(header, 100, 8) & 0o777,
    size: numberIn(header, 124, 12),
    target: textIn(header, 157, 100),
  }
}

/** Whether it is a header at all, and undamaged. */
export function isTarHeader(header: Buffer): boolean {
  if (header.length < block) return false
  let sum = 8 * 0x20
  for (const [index, byte] of header.entries()) if (index < 148 || index >= 156) sum += byte
  return sum === numberIn(header, 148, 8)
}

function textIn(header: Buffer, start: number, length: number): string {
  const end = header.indexOf(0, start)
  return header.toString('utf8', start, end === -1 || end > start + length ? start + length : end)
}

/** Reads octal digits, or base 256 for larger numbers. */
function numberIn(header: Buffer, start: number, length: number): number {
  if (((header[start] ?? 0) & 0x80) !== 0) return Number(header.readBigUInt64BE(start + length - 8))
  const digits = textIn(header, start, length).trim()
  if (digits === '') return 0
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number.NaN
}
