import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Failure } from '@slipway/model'

/** One regular file of a package, with its path in it (`/` between the parts), and the sha256 of its content in hex. */
export interface HashedFile {
  readonly path: string
  readonly sha256: string
}

/**
 * Returns an `h1:…` hash, as Go's `dirhash.Hash1` makes it and lock files of Terraform hold it: the sha256, in base64, of a text with a line
 * `<sha256>  <path>` for each file, sorted by the bytes of the paths. Folders and modes do not count.
 */
export function h1(files: readonly HashedFile[]): string {
  const lines = files.map(({ path, sha256 }) => {
    if (path.includes('\n'))
      throw new Failure('install/checksum', `a file name with a line break has no h1 hash: ${JSON.stringify(path)}`)
    return { key: Buffer.from(path), line: `${sha256}  ${path}\n` }
  })
  lines.sort((a, b) => Buffer.compare(a.key, b.key))
  const hash = createHash('sha256')
  for (const { line } of lines) hash.update(line)
  return `h1:${hash.digest('base64')}`
}

/**
 * Returns the `h1` hashes of an unpacked package: Go's hash of a folder, and Go's hash of an archive with entries for its folders, which it counts
 * as empty files. Follows no links: a provider package has none.
 */
export async function h1sOfFolder(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files: HashedFile[] = []
  const folders: HashedFile[] = []
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const name = path.slice(folder.length + 1).replaceAll('\\', '/')
    if (entry.isFile()) files.push({ path: name, sha256: await sha256OfFile(path) })
    else if (entry.isDirectory()) folders.push({ path: `${name}/`, sha256: sha256OfNothing })
  }
  return folders.length === 0 ? [h1(files)] : [h1(files), h1([...files, ...folders])]
}

const sha256OfNothing = createHash('sha256').digest('hex')

async function sha256OfFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
