import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

export const hasGo = spawnSync('go', ['version']).status === 0

export interface GoProgram {
  /** The executable. */
  readonly file: string
  remove(): Promise<void>
}

/**
 * Everything that the SDKs need is compiled on a new machine, which takes minutes: without what makes code fast or easy to debug a third
 * less. Without C, as plugins are published; all with the same flags, so that what is compiled for one serves the next.
 */
const quick = ['-gcflags=all=-N -l -dwarf=false', '-ldflags=-w']

/** Builds the program whose sources lie here into a folder of its own. */
export async function buildGo(sources: string, flags: readonly string[]): Promise<GoProgram> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-go-'))
  const file = join(folder, 'program')
  const env = { ...process.env, CGO_ENABLED: '0' }
  await promisify(execFile)('go', ['build', ...quick, ...flags, '-o', file, '.'], { cwd: sources, env })
  return { file, remove: () => rm(folder, { recursive: true, force: true }) }
}
