import { createReadStream } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'

/** A file to write into an archive. */
export interface ZipFile {
  /** With `/`. */
  readonly name: string
  /** Absolute. */
  readonly file: string
  readonly isProgram: boolean
}

/** Bytes of one file, packed in memory. Larger archives need fields that this does not write. */
export const mostOfZip = 2 ** 31

/** The first moment that the format knows: 1980-01-01. */
const date = 0x21
const isUtf8 = 0x800
const deflated = 8
/** Made on Unix, by version 2.0 of the format. */
const madeBy = 0x0314
const needed = 20

/** Writes an archive that is the same for the same content: without times and owners, with the modes 644 and 755. */
export async function writeZip(files: readonly ZipFile[], to: string, signal: AbortSignal): Promise<void> {
  const handle = await open(to, 'wx', 0o600)
  try {
    const directory: Buffer[] = []
    let at = 0
    for (const file of files) {
      signal.throwIfAborted()
      const content = await contentOf(file.file, signal)
      const packed = await promisify(deflateRaw)(content)
      const name = Buffer.from(file.name)
      const facts = factsOf(name, content, packed)
      directory.push(centralOf(facts, name, file.isProgram ? 0o100_755 : 0o100_644, at))
      at += await append(handle, Buffer.concat([localOf(facts), name, packed]))
    }
    const list = Buffer.concat(directory)
    await append(handle, Buffer.concat([list, endOf(files.length, list.length, at)]))
  } finally {
    await handle.close()
  }
}

async function contentOf(file: string, signal: AbortSignal): Promise<Buffer> {
  return Buffer.concat((await createReadStream(file, { signal }).toArray()) as Buffer[])
}

async function append(handle: FileHandle, bytes: Buffer): Promise<number> {
  await handle.writeFile(bytes)
  return bytes.length
}

/** The 26 bytes that both headers of an entry have in common: from the needed version to the length of the extra field. */
function factsOf(name: Buffer, content: Buffer, packed: Buffer): Buffer {
  const bytes = Buffer.alloc(26)
  bytes.writeUInt16LE(needed, 0)
  bytes.writeUInt16LE(isUtf8, 2)
  bytes.writeUInt16LE(deflated, 4)
  bytes.writeUInt16LE(date, 8)
  bytes.writeUInt32LE(crc32(content), 10)
  bytes.writeUInt32LE(packed.length, 14)
  bytes.writeUInt32LE(content.length, 18)
  bytes.writeUInt16LE(name.length, 22)
  return bytes
}

function localOf(facts: Buffer): Buffer {
  return Buffer.concat([Buffer.from('504b0304', 'hex'), facts])
}

function centralOf(facts: Buffer, name: Buffer, mode: number, offset: number): Buffer {
  const head = Buffer.alloc(6)
  head.write('504b0102', 0, 'hex')
  head.writeUInt16LE(madeBy, 4)
  const tail = Buffer.alloc(14)
  tail.writeUInt32LE(mode * 0x10000, 6)
  tail.writeUInt32LE(offset, 10)
  return Buffer.concat([head, facts, tail, name])
}

function endOf(entries: number, size: number, offset: number): Buffer {
  const bytes = Buffer.alloc(22)
  bytes.write('504b0506', 0, 'hex')
  bytes.writeUInt16LE(entries, 8)
  bytes.writeUInt16LE(entries, 10)
  bytes.writeUInt32LE(size, 12)
  bytes.writeUInt32LE(offset, 16)
  return bytes
}
