import { createHash } from 'node:crypto'
import { type BigIntStats, createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { Failure, messageOf } from '@slipway/model'
import { copyTree, stampOf } from './copy-tree.ts'
import type { Access, Fetched, Target } from './source.ts'

/** The facts about a local path that a source needs. */
export interface Local {
  readonly path: string
  readonly fileName: string
  readonly isFolder: boolean
  readonly size?: number
  /** A text that changes when the file or folder changes. */
  readonly stamp: string
}

/** Returns the facts about a local path. @throws Failure `install/not-found`, `install/refused` */
export async function lookAt(path: string): Promise<Local> {
  const found = await statOf(path)
  const fileName = basename(path)
  if (found.isFile())
    return { path, fileName, isFolder: false, size: Number(found.size), stamp: `${found.size}-${found.mtimeNs}` }
  if (found.isDirectory()) return { path, fileName, isFolder: true, stamp: await stampOf(path) }
  throw new Failure('install/not-found', `${path} is neither a file nor a folder`)
}

/** Returns the `stat` of a path. @throws Failure `install/not-found`, `install/refused` */
export async function statOf(path: string): Promise<BigIntStats> {
  return await stat(path, { bigint: true }).catch((error: unknown) => {
    throw unreadable(path, error)
  })
}

/** Copies a file or a folder. After an interruption, it starts from the beginning, since a local copy is cheap. */
export async function bringLocal({ path, isFolder, size }: Local, into: Target, access: Access): Promise<Fetched> {
  if (isFolder) {
    await copyTree(path, into.folder, access.signal)
    return { as: 'folder' }
  }
  const hash = createHash('sha256')
  const target = await open(into.file, 'w', 0o600)
  let copied = 0
  let head = Buffer.alloc(0)
  try {
    for await (const chunk of createReadStream(path, { signal: access.signal }) as AsyncIterable<Buffer>) {
      if (head.length < headSize) head = Buffer.concat([head, chunk.subarray(0, headSize)])
      hash.update(chunk)
      await target.writeFile(chunk)
      copied += chunk.length
      access.progress(copied, size)
    }
  } catch (error) {
    access.signal.throwIfAborted()
    throw unreadable(path, error)
  } finally {
    await target.close()
  }
  return { as: kindOf(head), sha256: hash.digest('hex'), size: copied }
}

/** The number of bytes from the beginning of a file that `kindOf` needs. */
const headSize = 512

/** Returns whether a file is packed, judged by its first bytes, because its name may be wrong. */
export async function kindOfFile(file: string): Promise<'archive' | 'program'> {
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headSize), 0, headSize, 0)
    return kindOf(buffer.subarray(0, bytesRead))
  } finally {
    await handle.close()
  }
}

/** Recognises tar and zip, and the usual compressions of tar. */
function kindOf(head: Buffer): 'archive' | 'program' {
  const starts = ['1f8b', '504b0304', '504b0506', '28b52ffd', 'fd377a585a00', '425a68']
  const isTar = head.subarray(257, 262).toString('latin1') === 'ustar'
  return isTar || starts.some((start) => head.toString('hex', 0, start.length / 2) === start) ? 'archive' : 'program'
}

function unreadable(path: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new Failure('install/not-found', `${path} does not exist`, {
      hint: 'check the spelling',
      cause: error,
    })
  if (code === 'EACCES' || code === 'EPERM')
    return new Failure('install/refused', `${path} cannot be read: ${messageOf(error)}`, {
      hint: 'check its permissions',
      cause: error,
    })
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new Failure('install/cannot-write', `${path} cannot be copied: ${messageOf(error)}`, {
      hint: 'make room and try again',
      cause: error,
    })
  return error
}
