import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { tarOf } from '@slipway/archives'
import { Failure } from '@slipway/model'

export interface PackedFolder {
  readonly archive: Buffer
  /** Hexadecimal SHA-256 of the archive, which is the same for the same content. */
  readonly digest: string
}

/** In bytes: a folder that is sent to nodes is in their store for a moment. */
const mostBytes = 64 * 1024 * 1024

/**
 * A folder as a .tar.gz: its files, folders and links, without times and owners, less `.git`.
 * @throws Failure `node/bad-archive` for a folder that cannot be sent
 */
export function packFolder(folder: string): PackedFolder {
  const refuse = (why: string, name?: string): Failure =>
    unsendable(folder, name === undefined ? why : `${name} ${why}`)
  const archive = gzipSync(Buffer.concat([...tarOf(folder, { refuse, bytes: mostBytes, without: ['.git'] })]))
  return { archive, digest: createHash('sha256').update(archive).digest('hex') }
}

function unsendable(folder: string, why: string): Failure {
  return new Failure('node/bad-archive', `${folder} cannot be sent to a node: ${why}`, {
    hint: 'keep only files that its tasks need in the folder of a task plugin',
  })
}
