import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Missing } from '../../needs.ts'

const hasGo = spawnSync('go', ['version']).status === 0

/** For suites that need Go. */
export const skipWithoutGo: Missing = hasGo
  ? false
  : 'needs Go 1.26 or later on PATH (apt-get install golang, or go.dev/dl)'

/** Versions of the public SDK, with what `go build` needs to take them. */
const flags = {
  '3.260': [],
  '3.100': ['-modfile=go.sdk100.mod', '-tags=oldsdk'],
  '3.60': ['-modfile=go.sdk60.mod', '-tags=oldsdk'],
} as const

export type PulumiSdk = keyof typeof flags
export const oldSdks: readonly PulumiSdk[] = ['3.100', '3.60']

export interface Providers {
  /** The executable: called `pulumi-resource-lucky` it is that provider (main.go). */
  readonly file: string
  remove(): Promise<void>
}

/** Builds the providers into a folder of their own. */
export async function buildProviders(sdk: PulumiSdk): Promise<Providers> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-pulumi-go-'))
  const file = join(folder, 'providers')
  await promisify(execFile)('go', ['build', ...flags[sdk], '-o', file, '.'], { cwd: import.meta.dirname })
  return { file, remove: () => rm(folder, { recursive: true, force: true }) }
}
