import { parseExtraFields } from 'yauzl'
import { shown } from '../names.ts'
import { bytesAt, type Source } from '../source.ts'
import type { Listed } from './directory.ts'

const signature = 0x04034b50
const length = 30
const zip64 = 0x0001
/** The size is in a zip64 field. */
const elsewhere = 0xffffffff
/** Sizes and sum come after the content. These fields are empty, or repeat them. */
const comesLater = 0x8

/**
 * Finds the beginning of an entry's content. The header before it repeats the directory's data. Some readers believe the one, some the
 * other, so both must agree.
 * @throws the error from `refuse`
 */
export function contentStart(source: Source, listed: Listed): number {
  const { refuse } = source
  const header = bytesAt(source, listed.offset, length)
  if (header.readUInt32LE(0) !== signature) throw refuse('has no header of its own', shown(listed.name))
  const [nameLength, extraLength] = [header.readUInt16LE(26), header.readUInt16LE(28)]
  const rest = bytesAt(source, listed.offset + length, nameLength + extraLength)
  const flags = header.readUInt16LE(6)
  const sizes = sizesIn(header, rest.subarray(nameLength), refuse)
  const pairs: readonly (readonly [here: number, there: number])[] = [
    [header.readUInt32LE(14), listed.crc],
    [sizes.compressed, listed.compressed],
    [sizes.size, listed.size],
  ]
  const isSame =
    rest.toString('latin1', 0, nameLength) === listed.raw &&
    header.readUInt16LE(8) === listed.method &&
    pairs.every(([here, there]) => here === there || (here === 0 && (flags & comesLater) !== 0))
  if (!isSame) throw refuse('differs between its own header and the directory', shown(listed.name))
  return listed.offset + length + nameLength + extraLength
}

function sizesIn(
  header: Buffer,
  extra: Buffer,
  refuse: Source['refuse'],
): { readonly compressed: number; readonly size: number } {
  const [compressed, size] = [header.readUInt32LE(18), header.readUInt32LE(22)]
  if (compressed !== elsewhere && size !== elsewhere) return { compressed, size }
  const field = fieldsIn(extra, refuse).find(({ id }) => id === zip64)?.data
  if (field === undefined || field.length < 16) throw refuse('a header is damaged')
  return { size: Number(field.readBigUInt64LE(0)), compressed: Number(field.readBigUInt64LE(8)) }
}

function fieldsIn(extra: Buffer, refuse: Source['refuse']): ReturnType<typeof parseExtraFields> {
  try {
    return parseExtraFields(extra)
  } catch {
    throw refuse('a header is damaged')
  }
}
