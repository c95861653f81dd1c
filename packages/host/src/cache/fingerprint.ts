import { createHash } from 'node:crypto'
import { closeSync, createReadStream, openSync, readSync, type BigIntStats } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** More files than this beside a script are not looked at: such a plugin is asked each time. */
const maxFiles = 2000

/**
 * Tells without reading it whether a plugin is still the one that was looked at: size, time, inode. A script for node
 * may load what lies in its folder, so there every file counts. Any other script may start what lies anywhere: a shell
 * script its author's sources, one for Python a package. Such a plugin never is the one that was looked at.
 */
export async function quickMark(executable: string): Promise<string> {
  const own = markOf(await stat(executable, { bigint: true }))
  const interpreter = interpreterOf(executable)
  if (interpreter === undefined) return own
  if (!/\bnode\b/.test(interpreter)) return newMark(own)
  const folder = dirname(executable)
  const files = (await readdir(folder, { recursive: true })).sort()
  if (files.length > maxFiles) return newMark(own)
  const marks = await Promise.all(files.map(async (name) => `${name} ${await markIn(folder, name)}`))
  return createHash('sha256')
    .update([own, ...marks].join('\n'))
    .digest('hex')
}

/** SHA-256 of a binary, as hexadecimal digits; of a script its quick mark, since there is more to it than one file. */
export async function contentMark(executable: string): Promise<string> {
  if (interpreterOf(executable) !== undefined) return quickMark(executable)
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

/** Is equal to no other. */
function newMark(own: string): string {
  return `${own} ${process.hrtime.bigint()}`
}

/** The first line of a script, without `#!`; `undefined` for a binary. */
function interpreterOf(file: string): string | undefined {
  const descriptor = openSync(file, 'r')
  try {
    const beginning = Buffer.alloc(256)
    const [line = ''] = beginning.toString('latin1', 0, readSync(descriptor, beginning)).split('\n')
    return line.startsWith('#!') ? line.slice(2).trim() : undefined
  } finally {
    closeSync(descriptor)
  }
}
