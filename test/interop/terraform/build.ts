import { join } from 'node:path'
import { buildGo, type GoProgram, hasGo } from '../build-go.ts'
import type { Missing } from '../needs.ts'

/** The `skip` of suites that need Go. */
export const skipWithoutGo: Missing = hasGo
  ? false
  : 'needs Go 1.26 or later on PATH (apt-get install golang, or go.dev/dl)'

/** Our own providers: harbor is on the framework and speaks protocol 6, mill is on the older SDK and speaks 5. */
export const ownProviders = ['harbor', 'mill'] as const
/** Published providers, with the versions that the go.mod files here name. */
export const publishedProviders = { time: '0.14.2', local: '1.4.0', http: '1.2.0' } as const

/** The modules in which they are published; older versions still have their former names. */
const modules: Readonly<Record<PublishedProvider, string>> = {
  time: 'github.com/hashicorp/terraform-provider-time',
  local: 'github.com/terraform-providers/terraform-provider-local',
  http: 'github.com/terraform-providers/terraform-provider-http',
}

export type OwnProvider = (typeof ownProviders)[number]
export type PublishedProvider = keyof typeof publishedProviders
export type ProviderName = OwnProvider | PublishedProvider

/** Its publisher, name and version, as in a registry. */
export function published(name: ProviderName): { readonly source: string; readonly version: string } {
  const [, version] = Object.entries(publishedProviders).find(([known]) => known === name) ?? []
  return version === undefined
    ? { source: `slipway/${name}`, version: '1.0.0' }
    : { source: `hashicorp/${name}`, version }
}

/** Optimised, for benches, so that a slow provider does not count against Slipway. */
export const optimised = ['-gcflags=all=', '-trimpath'] as const

/** Returns the provider's executable, and builds it if necessary. */
export async function buildProvider(name: ProviderName, flags: readonly string[] = []): Promise<GoProgram> {
  if (name in publishedProviders)
    return buildGo(join(import.meta.dirname, 'published', name), flags, modules[name as PublishedProvider])
  return buildGo(join(import.meta.dirname, 'go'), flags, `./${name}`)
}
