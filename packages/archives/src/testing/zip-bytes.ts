import { crc32, deflateRawSync } from 'node:zlib'
import type { Made } from './made.ts'

/** One of the two headers of an entry. */
interface Said {
  readonly name: Buffer
  readonly flags: number
  readonly method: number
  readonly crc: number
  readonly compressed: number
  readonly size: number
}

export interface MadeInZip extends Made {
  /** 0: stored; absent: deflated. */
  readonly method?: number
  /** False values in place of the true ones. */
  readonly local?: Partial<Said>
  readonly central?: Partial<Said>
  readonly both?: Partial<Said>
  /** The system that made it; absent: Unix. */
  readonly host?: number
  /** Sizes in fields of zip64. */
  readonly isZip64?: boolean
  /** Sizes and sum after the content. */
  readonly isDescribedLater?: boolean
  /** The index of the entry whose header this one claims as its own. */
  readonly liesAt?: number
}

const types: Readonly<Record<string, number>> = { '0': 0o10, '2': 0o12, '3': 0o02, '4': 0o06, '5': 0o04, '6': 0o01 }

/** The sizes that the end of the archive claims, instead of the true ones. */
export interface ZipEnd {
  readonly entries?: number
  readonly directory?: number
  readonly isZip64?: boolean
}

export function zipBytes(entries: readonly MadeInZip[], end: ZipEnd = {}): Buffer {
  const contents: Buffer[] = []
  const offsets: number[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const made of entries) {
    const {
      type = '0',
      content = '',
      target = '',
      mode = 0o644,
      method = 8,
      host = 3,
      isZip64,
      isDescribedLater,
    } = made
    const body = Buffer.from(type === '2' ? target : content)
    const packed = method === 8 ? deflateRawSync(body) : body
    const flags = 0x800 | (isDescribedLater ? 0x8 : 0)
    const truth = {
      name: Buffer.from(made.name),
      flags,
      method,
      crc: crc32(body),
      compressed: packed.length,
      size: body.length,
    }
    const later = isDescribedLater ? { crc: 0, compressed: 0, size: 0 } : {}
    const local = header({ ...truth, ...later, ...made.both, ...made.local }, isZip64)
    offsets.push(at)
    const offset = made.liesAt === undefined ? at : (offsets[made.liesAt] ?? 0)
    const central = header({ ...truth, ...made.both, ...made.central }, isZip64, {
      madeBy: (host << 8) | 30,
      attributes: (((types[type] ?? 0) << 12) | mode) * 0x10000,
      offset,
    })
    const described = isDescribedLater
      ? [Buffer.from('504b0708', 'hex'), numbers(truth.crc, packed.length, body.length)]
      : []
    contents.push(local, packed, ...described)
    directory.push(central)
    at += [local, packed, ...described].reduce((sum, { length }) => sum + length, 0)
  }
  const listed = Buffer.concat(directory)
  return Buffer.concat([...contents, listed, endOf(entries.length, at, listed.length, end)])
}

interface OnlyInDirectory {
  readonly madeBy: number
  readonly attributes: number
  readonly offset: number
}

function header(
  { name, flags, method, crc, compressed, size }: Said,
  isZip64 = false,
  central?: OnlyInDirectory,
): Buffer {
  const extra = isZip64
    ? Buffer.concat([Buffer.from('01001000', 'hex'), long(size), long(compressed)])
    : Buffer.alloc(0)
  const shared = Buffer.alloc(26)
  shared.writeUInt16LE(45, 0)
  shared.writeUInt16LE(flags, 2)
  shared.writeUInt16LE(method, 4)
  shared.writeUInt32LE(crc, 10)
  shared.writeUInt32LE(isZip64 ? 0xffffffff : compressed, 14)
  shared.writeUInt32LE(isZip64 ? 0xffffffff : size, 18)
  shared.writeUInt16LE(name.length, 22)
  shared.writeUInt16LE(extra.length, 24)
  if (central === undefined) return Buffer.concat([Buffer.from('504b0304', 'hex'), shared, name, extra])
  const [before, after] = [Buffer.from('504b01020000', 'hex'), Buffer.alloc(14)]
  before.writeUInt16LE(central.madeBy, 4)
  after.writeUInt32LE(central.attributes, 6)
  after.writeUInt32LE(central.offset, 10)
  return Buffer.concat([before, shared, after, name, extra])
}

function endOf(
  count: number,
  start: number,
  length: number,
  { entries = count, directory = start, isZip64 }: ZipEnd,
): Buffer {
  const end = Buffer.alloc(22)
  end.write('504b0506', 'hex')
  end.writeUInt16LE(isZip64 ? 0xffff : entries, 8)
  end.writeUInt16LE(isZip64 ? 0xffff : entries, 10)
  end.writeUInt32LE(length, 12)
  end.writeUInt32LE(isZip64 ? 0xffffffff : directory, 16)
  if (!isZip64) return end
  const [long64, locator] = [Buffer.alloc(56), Buffer.alloc(20)]
  long64.write('504b0606', 'hex')
  long64.writeBigUInt64LE(44n, 4)
  for (const at of [24, 32]) long64.writeBigUInt64LE(BigInt(entries), at)
  long64.writeBigUInt64LE(BigInt(length), 40)
  long64.writeBigUInt64LE(BigInt(directory), 48)
  locator.write('504b0607', 'hex')
  locator.writeBigUInt64LE(BigInt(start + length), 8)
  return Buffer.concat([long64, locator, end])
}

function numbers(...values: readonly number[]): Buffer {
  return Buffer.concat(
    values.map((value) => {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32LE(value)
      return bytes
    }),
  )
}

function long(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}
