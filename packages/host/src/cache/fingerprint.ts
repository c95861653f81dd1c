import { createHash } from 'node:crypto'
import { type BigIntStats, closeSync, createReadStream, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { InstalledPlugin } from '../dialects/dialect.ts'
import { loadedFiles } from './loaded-files.ts'

/** Files beside a script beyond this number are not checked: such a plugin is asked each time. */
const maxFiles = 2000

type MarkedPlugin = Pick<InstalledPlugin, 'file' | 'sources'>

/** A mark of the content of all files that sources load. The files are few, and only their content lists the others. */
function sourcesMark(files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const { file, content } of loadedFiles(files)) hash.update(`${file} ${content.byteLength}\n`).update(content)
  return hash.digest('hex')
}

/**
 * Shows, without reading the plugin, whether it is unchanged: size, time, inode. A script for node may load files in its folder, so every
 * file there counts. Any other script may start files anywhere: a shell script its author's sources, a Python script a package. Such a
 * plugin always counts as changed.
 */
export function quickMark({ file: executable, sources }: MarkedPlugin): string {
  if (sources !== undefined) return sourcesMark(Object.values(sources.files))
  const own = markOf(statSync(executable, { bigint: true }))
  const folder = dirname(executable)
  if (isDescription(executable)) return folderMark(own, folder, filesIn(folder, dependencies))
  const interpreter = interpreterOf(executable)
  if (interpreter === undefined) return own
  if (!/\bnode\b/.test(interpreter)) return newMark(own)
  return folderMark(own, folder, filesIn(folder, noNames))
}

function folderMark(own: string, folder: string, names: readonly string[]): string {
  if (names.length > maxFiles) return newMark(own)
  const marks = names.map((name) => `${name} ${markIn(folder, name)}`)
  return createHash('sha256')
    .update([own, ...marks].join('\n'))
    .digest('hex')
}

/** Dependencies of sources are left out: they change only together with their lock file. */
const dependencies: ReadonlySet<string> = new Set(['node_modules', '.venv', 'venv', '__pycache__', '.git'])

const noNames: ReadonlySet<string> = new Set()

/**
 * File names relative to the folder, in order, without the names in `without` and what is below them. At most one more than the limit,
 * which shows that there are too many.
 */
function filesIn(folder: string, without: ReadonlySet<string>, below = '', names: string[] = []): readonly string[] {
  const entries = readdirSync(join(folder, below), { withFileTypes: true })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (names.length > maxFiles) break
    if (without.has(entry.name)) continue
    const name = join(below, entry.name)
    if (entry.isDirectory()) filesIn(folder, without, name, names)
    else names.push(name)
  }
  return names
}

/** SHA-256 of a binary, as hexadecimal digits; of a script its quick mark, since there is more to it than one file. */
export async function contentMark(plugin: MarkedPlugin): Promise<string> {
  const { file: executable, sources } = plugin
  if (sources !== undefined || isDescription(executable) || interpreterOf(executable) !== undefined)
    return quickMark(plugin)
  const hash = createHash('sha256')
  await pipeline(createReadStream(executable, { highWaterMark: 1 << 20 }), hash)
  return hash.digest('hex')
}

function markIn(folder: string, name: string): string {
  try {
    return markOf(statSync(join(folder, name), { bigint: true }))
  } catch {
    return 'gone'
  }
}

function markOf({ size, mtimeNs, ino, mode }: BigIntStats): string {
  return `${size} ${mtimeNs} ${ino} ${mode}`
}

/** A mark that equals no other. */
function newMark(own: string): string {
  return `${own} ${process.hrtime.bigint()}`
}

/** True for the description file of a plugin in sources. */
function isDescription(file: string): boolean {
  return file.endsWith('.yaml')
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
