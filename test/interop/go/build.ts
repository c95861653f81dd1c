import { buildGo, type GoProgram, hasGo } from '../build-go.ts'
import type { Missing } from '../needs.ts'

/** The `skip` of suites that need Go. */
export const skipWithoutGo: Missing = hasGo
  ? false
  : 'needs Go 1.25 or later on PATH (apt-get install golang, or go.dev/dl)'

/** Versions of the public SDK, with the flags of `go build` for them. */
const flags = { '0.16': [], '0.15': ['-modfile=go.sdk15.mod', '-tags=sdk15'] } as const

export type GoSdk = keyof typeof flags
export const goSdks = Object.keys(flags) as readonly GoSdk[]

/** The Go plugin; its environment decides its behaviour (main.go). */
export type Gopher = GoProgram

export async function buildGopher(sdk: GoSdk = '0.16'): Promise<Gopher> {
  return buildGo(import.meta.dirname, flags[sdk])
}
