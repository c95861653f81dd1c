import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'

export const hasGo = spawnSync('go', ['version']).status === 0

const root = join(import.meta.dirname, '../..')
const built = join(root, 'node_modules/.cache/go-of-tests')

export interface GoProgram {
  /** The executable. */
  readonly file: string
}

/**
 * On a new machine, everything that the SDKs need is compiled, which takes minutes; without optimisations and debug data, a third less.
 * Without C, as plugins are published; all with the same flags, so that compiled code for one serves the next.
 */
const quick = ['-gcflags=all=-N -l -dwarf=false', '-ldflags=-w']

/**
 * Builds the program from the sources here, unless a test has built the same before. It stays where it is, for the next test that needs it.
 *
 * @param what the package of the program: a folder of the sources, or one that their go.mod requires
 */
export async function buildGo(sources: string, flags: readonly string[], what = '.'): Promise<GoProgram> {
  const args = [...quick, ...flags, what]
  const name = relative(import.meta.dirname, sources).replaceAll('/', '-')
  const folder = join(built, `${name}-${contentOf(sources, args)}`)
  const file = join(folder, 'program')
  if (existsSync(file)) return { file }
  mkdirSync(folder, { recursive: true })
  const draft = join(folder, `program.${process.pid}`)
  const env = { ...process.env, CGO_ENABLED: '0' }
  await promisify(execFile)('go', ['build', '-o', draft, ...args], { cwd: sources, env })
  // Another process may build it at the same time, so it appears whole.
  renameSync(draft, file)
  return { file }
}

/** A word that changes as soon as something else would be built. */
function contentOf(sources: string, args: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify([process.arch, ...args]))
  for (const name of globSync('{**/*.go,go.*}', { cwd: sources }).sort())
    hash.update(`\0${name}\0`).update(readFileSync(join(sources, name)))
  return hash.digest('hex').slice(0, 16)
}
