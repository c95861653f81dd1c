import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Missing } from '../needs.ts'

const hasGo = spawnSync('go', ['version']).status === 0

/** For suites that need Go. */
export const skipWithoutGo: Missing = hasGo
  ? false
  : 'needs Go 1.25 or later on PATH (apt-get install golang, or go.dev/dl)'

/** Versions of the public SDK, with what `go build` needs to take them. */
const flags = { '0.16': [], '0.15': ['-modfile=go.sdk15.mod', '-tags=sdk15'] } as const

export type GoSdk = keyof typeof flags
export const goSdks = Object.keys(flags) as readonly GoSdk[]

export interface Gopher {
  /** The plugin's executable; its environment tells it how to behave (main.go). */
  readonly file: string
  remove(): Promise<void>
}

/** Builds the Go plugin into a folder of its own. */
export async function buildGopher(sdk: GoSdk = '0.16'): Promise<Gopher> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-gopher-'))
  const file = join(folder, 'plugin')
  await promisify(execFile)('go', ['build', ...flags[sdk], '-o', file, '.'], { cwd: import.meta.dirname })
  return { file, remove: () => rm(folder, { recursive: true, force: true }) }
}
