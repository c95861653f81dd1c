import { block } from './tar-header.ts'
import { paxLine } from './pax.ts'

const types = { file: '0', symlink: '2', folder: '5' } as const

/** An entry to write; its content and `fillerOf` it follow its headers. */
export interface WrittenEntry {
  readonly name: string
  readonly kind: keyof typeof types
  readonly mode: number
  readonly size: number
  readonly target: string
}

/** The end of an archive. */
export const endOfTar = Buffer.alloc(2 * block)

/** Supports names of any length: pax has the whole name first, and the header the part that fits. */
export function headersOf({ name, kind, mode, size, target }: WrittenEntry): Buffer {
  const said = Buffer.concat([...paxLine('path', name), ...paxLine('linkpath', target)])
  const extended =
    said.length === 0
      ? []
      : [header({ name, mode: 0o644, size: said.length, target: '' }, 'x'), said, fillerOf(said.length)]
  return Buffer.concat([...extended, header({ name, mode, size, target }, types[kind])])
}

/** Padding up to the end of the last block of a content. */
export function fillerOf(size: number): Buffer {
  return Buffer.alloc((block - (size % block)) % block)
}

function header({ name, mode, size, target }: Omit<WrittenEntry, 'kind'>, type: string): Buffer {
  const bytes = Buffer.alloc(block)
  Buffer.from(name).copy(bytes, 0, 0, 100)
  const octal = (value: number, at: number, length: number): void =>
    void bytes.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at)
  octal(mode, 100, 8)
  for (const at of [108, 116]) octal(0, at, 8)
  octal(size, 124, 12)
  octal(0, 136, 12)
  bytes.write('        ', 148)
  bytes.write(type, 156)
  Buffer.from(target).copy(bytes, 157, 0, 100)
  bytes.write('ustar\u000000', 257)
  octal(
    bytes.reduce((sum, byte) => sum + byte, 0),
    148,
    8,
  )
  return bytes
}
