import { constants } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { type ArchiveCaps, defaultCaps, type Refuse } from './caps.ts'
import type { Source } from './source.ts'
import { block, isTarHeader } from './tar/tar-header.ts'
import { unpackTar, unpackTarGz } from './tar/unpack-tar.ts'
import { Tree, type Unpacked } from './tree.ts'
import { unpackZip } from './zip/unpack-zip.ts'

export interface UnpackOptions {
  readonly signal: AbortSignal
  /** Makes the error for an archive that is damaged or not allowed. */
  readonly refuse: Refuse
  readonly caps?: Partial<ArchiveCaps>
  /** The only group that may read what the owner may; absent: the modes in the archive decide. */
  readonly reader?: number | undefined
}

/**
 * Unpacks an archive into a folder that does not exist yet, and writes nothing anywhere else. The first bytes show whether it is a .tar.gz,
 * a .tar or a .zip. A failure leaves nothing behind; a success is not synced.
 * @throws the error from `refuse`; the system's error when it can neither read nor write
 */
export async function unpackArchive(file: string, folder: string, options: UnpackOptions): Promise<Unpacked> {
  const { signal, refuse, reader } = options
  signal.throwIfAborted()
  const caps = { ...defaultCaps, ...options.caps }
  // The file may be a pipe: nobody waits for its other end.
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const stats = await handle.stat()
    if (!stats.isFile()) throw refuse('it is not a file')
    const read = readerFor(await firstBytes(handle), refuse)
    const tree = new Tree(folder, { refuse, caps, reader })
    try {
      await read({ handle, bytes: stats.size, signal, refuse, caps }, tree)
      return tree.finish()
    } catch (error) {
      tree.end()
      await rm(folder, { recursive: true, force: true })
      throw error
    } finally {
      tree.end()
    }
  } finally {
    await handle.close()
  }
}

async function firstBytes(handle: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(block), 0, block, 0)
  return buffer.subarray(0, bytesRead)
}

type Read = (source: Source, tree: Tree) => Promise<void>

const formats: readonly { readonly isIt: (first: Buffer) => boolean; readonly read: Read }[] = [
  { isIt: (first) => first[0] === 0x1f && first[1] === 0x8b, read: unpackTarGz },
  { isIt: isTarHeader, read: unpackTar },
  { isIt: (first) => /^504b(0304|0506)/.test(first.toString('hex', 0, 4)), read: unpackZip },
]

/** Formats that are known by name alone. */
const foreign: Readonly<Record<string, string>> = {
  '28b52ffd': 'zstd',
  fd377a585a00: 'xz',
  '425a68': 'bzip2',
  '377abcaf271c': '7-Zip',
  '526172211a07': 'RAR',
}

function readerFor(first: Buffer, refuse: Refuse): Read {
  const found = formats.find(({ isIt }) => isIt(first))
  if (found !== undefined) return found.read
  const name = Object.entries(foreign).find(([magic]) => first.toString('hex').startsWith(magic))?.[1]
  throw refuse(`it is ${name === undefined ? '' : `packed by ${name}, `}neither a .tar.gz nor a .tar nor a .zip`)
}
