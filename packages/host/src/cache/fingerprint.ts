import { createHash } from 'node:crypto'
import { closeSync, createReadStream, openSync, readSync, type BigIntStats } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** More files than this beside a script are not looked at: such a plugin is asked each time. */
const maxFiles = 2000

/**
 * Tells without reading it whether a plugin is still the one that was looked at: size, time, inode. A script may load
 * what lies in its folder, so there every file counts.
 */
export async function quickMark(executable: string): Promise<string> {
  const own = markOf(await stat(executable, { bigint: true }))
  if (!isScript(executable)) return own
  const folder = dirname(executable)
  const files = (await readdir(folder, { recursive: true })).sort()
  if (files.length > maxFiles) return `${own} ${process.hrtime.bigint()}`
  const marks = await Promise.all(files.map(async (name) => `${name} ${await markIn(folder, name)}`))
  return createHash('sha256')
    .update([own, ...marks].join('\n'))
    .digest('hex')
}

/** SHA-256 of a binary, as hexadecimal digits; of a script its quick mark, since there is more to it than one file. */
export async function contentMark(executable: string): Promise<string> {
  if (isScript(executable)) return quickMark(executable)
  const hash = createHash('sha256')
  await pipeline(createReadStream(executable, { highWaterMark: 1 << 20 }), hash)
  return hash.digest('hex')
}

function markIn(folder: string, name: string): Promise<string> {
  return stat(join(folder, name), { bigint: true }).then(markOf, () => 'gone')
}

function markOf({ size, mtimeNs, ino, mode }: BigIntStats): string {
  return `${size} ${mtimeNs} ${ino} ${mode}`
}

function isScript(file: string): boolean {
  const descriptor = openSync(file, 'r')
  try {
    const beginning = Buffer.alloc(2)
    return readSync(descriptor, beginning) === 2 && beginning.toString('latin1') === '#!'
  } finally {
    closeSync(descriptor)
  }
}
