import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The files and folders that a build reads, its own tools included. Everything below a folder counts. */
const sources = [
  'packages',
  'plugins',
  'tools/build',
  'examples/provider',
  'examples/new',
  'docs/reference/errors',
  'package.json',
  'tsconfig.json',
  'LICENSE',
  // npm writes it at the end of each installation.
  'node_modules/.package-lock.json',
]

const notRead = new Set(['dist', 'node_modules', '.slipway'])

interface LastBuild {
  readonly from: string
  readonly made: string
}

/**
 * Says whether a build would make what is there already, by the names, sizes and times of all files: a build takes seconds of the processors,
 * `npm test` begins with one, and mostly nothing has changed. `made` are the folders that a build fills.
 */
export function builtBefore(root: string, made: readonly string[]) {
  const note = join(root, 'node_modules/.cache/slipway/last-build.json')
  const from = markOf(root, sources, notRead)
  const madeNow = (): string => markOf(root, made, new Set())
  return {
    isSame: (): boolean => {
      const last = readNote(note)
      return last?.from === from && last.made === madeNow()
    },
    /** Keeps the state from before the build: a file that has changed meanwhile is built next time. */
    keep: (): void => {
      mkdirSync(dirname(note), { recursive: true })
      writeFileSync(note, JSON.stringify({ from, made: madeNow() } satisfies LastBuild))
    },
  }
}

function readNote(file: string): LastBuild | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as LastBuild
  } catch {
    return undefined
  }
}

function markOf(root: string, paths: readonly string[], except: ReadonlySet<string>): string {
  const hash = createHash('sha256').update(process.version)
  for (const path of paths) addTo(hash, join(root, path), except)
  return hash.digest('hex')
}

function addTo(hash: ReturnType<typeof createHash>, path: string, except: ReadonlySet<string>): void {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats?.isDirectory() !== true) {
    // The ctime is the time that nobody sets: tools that copy and unpack set the mtime.
    hash.update(`${path}\0${stats?.size}\0${stats?.ctimeMs}\0${stats?.ino}\0`)
    return
  }
  for (const name of readdirSync(path).sort()) if (!except.has(name)) addTo(hash, join(path, name), except)
}
