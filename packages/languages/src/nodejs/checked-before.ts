import { createHash, type Hash } from 'node:crypto'
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import type { Sources } from '../language.ts'
import { upwards } from './upwards.ts'

/** Files that, besides the installed packages, decide whether TypeScript sources are right. */
const relevant = /\.(?:[cm]?tsx?|json)$/

const locks = ['package-lock.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock', 'bun.lockb'] as const

/** A program with more files than this is checked each time. */
const mostFiles = 20_000
const mostBytes = 64 << 20

/**
 * Avoids a second check of unchanged TypeScript. The compiler that comes with the SDK keeps its output, file by file, once the file has
 * passed; by default it keeps it where everybody can write, and it does not consider other files. So it gets a folder of our own, and a new
 * one whenever anything has changed: the sources, their configuration, the installed packages. A user's own choice of that folder counts.
 */
export function checkedBefore({ folder }: Sources): { readonly TS_NODE_CACHE_DIRECTORY?: string } {
  const { TS_NODE_CACHE, TS_NODE_CACHE_DIRECTORY } = process.env
  if (TS_NODE_CACHE !== undefined || TS_NODE_CACHE_DIRECTORY !== undefined) return {}
  const state = stateOf(folder)
  const kept = join(programsFolder(), textHash(folder))
  if (state === undefined || !isPrivate(kept)) return {}
  forgetOthers(kept, state)
  return { TS_NODE_CACHE_DIRECTORY: join(kept, state) }
}

/** In the user's cache, by the XDG rules: its content is executed, and others must not write it. */
function programsFolder(): string {
  const xdg = process.env['XDG_CACHE_HOME']
  const cache = xdg !== undefined && isAbsolute(xdg) ? xdg : join(process.env['HOME'] ?? homedir(), '.cache')
  return join(cache, 'slipway/programs')
}

function isPrivate(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return [folder, dirname(folder)].every((path) => {
      const { mode, uid } = lstatSync(path)
      return (mode & 0o022) === 0 && (uid === process.getuid?.() || uid === 0)
    })
  } catch {
    return false
  }
}

/** A program has one state at a time, and the compiled code of an earlier state is useless. */
function forgetOthers(folder: string, state: string): void {
  for (const name of readdirSync(folder)) {
    if (name !== state) rmSync(join(folder, name), { recursive: true, force: true })
  }
}

/** A text that identifies the sources, configuration and installed packages; `undefined` if there are too many files. */
function stateOf(folder: string): string | undefined {
  const hash = createHash('sha256')
  try {
    if (!addFolder(hash, folder, { files: mostFiles, bytes: mostBytes })) return undefined
  } catch {
    // The file changes during the read, or cannot be read: the compiler will report that.
    return undefined
  }
  for (const place of upwards(folder)) addInstalled(hash, place)
  return hash.digest('hex')
}

interface Room {
  files: number
  bytes: number
}

function addFolder(hash: Hash, folder: string, room: Room): boolean {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
    if (entry.isDirectory()) {
      if (!addFolder(hash, path, room)) return false
    } else if (relevant.test(entry.name)) {
      const stats = statSync(path)
      if (!stats.isFile()) continue
      room.files--
      room.bytes -= stats.size
      if (room.files < 0 || room.bytes < 0) return false
      hash.update(`${path}\0${textHash(readFileSync(path))}\0`)
    }
  }
  return true
}

/** Adds the installed packages without a look into each: package managers leave a list. */
function addInstalled(hash: Hash, folder: string): void {
  for (const name of [...locks, 'node_modules/.package-lock.json', 'node_modules/.modules.yaml', 'node_modules']) {
    const stats = statSync(join(folder, name), { throwIfNoEntry: false })
    if (stats !== undefined) hash.update(`${name}\0${stats.size}\0${stats.mtimeMs}\0`)
  }
}

function textHash(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
