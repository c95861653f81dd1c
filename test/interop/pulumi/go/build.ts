import { buildGo, type GoProgram, hasGo } from '../../build-go.ts'
import type { Missing } from '../../needs.ts'

/** The `skip` of suites that need Go. */
export const skipWithoutGo: Missing = hasGo
  ? false
  : 'needs Go 1.26 or later on PATH (apt-get install golang, or go.dev/dl)'

/** Versions of the public SDK, with the flags of `go build` for them. */
const flags = {
  '3.260': [],
  '3.100': ['-modfile=go.sdk100.mod', '-tags=oldsdk'],
  '3.60': ['-modfile=go.sdk60.mod', '-tags=oldsdk'],
} as const

export type PulumiSdk = keyof typeof flags
export const oldSdks: readonly PulumiSdk[] = ['3.100', '3.60']

/** Both providers in one executable: when it is called `pulumi-resource-lucky`, it acts as that one (main.go). */
export type Providers = GoProgram

export async function buildProviders(sdk: PulumiSdk): Promise<Providers> {
  return buildGo(import.meta.dirname, flags[sdk])
}
