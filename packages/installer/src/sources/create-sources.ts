import { defaultHosts, type DefaultHosts } from '../net/default-hosts.ts'
import { httpSource } from './http.ts'
import { npmSource } from './npm.ts'
import { pathSource } from './path.ts'
import { pulumiSource } from './pulumi.ts'
import { registrySource } from './registry/registry.ts'
import type { Source } from './source.ts'
import { terraformMirror } from './terraform/mirror.ts'
import { terraformRegistry } from './terraform/registry.ts'

/** What users say about where plugins are from: in their own settings and environment, never in a project. */
export interface SourceParts {
  /** With npm's own variables. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** `plugins.registries`: URLs by host; of ids without a host, by namespace, or `default`. */
  readonly registries?: Readonly<Record<string, string>>
  /** `plugins.mirror`: a folder, or the `file:` URL of one. */
  readonly mirror?: string
  /** `plugins.overrides`: URLs by pattern. */
  readonly overrides?: Readonly<Record<string, string>>
  readonly hosts?: DefaultHosts
}

/** In the order in which they are asked whether they serve a descriptor. */
export function createSources(
  { env, registries = {}, hosts = defaultHosts }: SourceParts = { env: {} },
): readonly Source[] {
  const places = { registries, hosts }
  return [
    pathSource,
    terraformMirror(places),
    httpSource,
    registrySource(places),
    pulumiSource(hosts),
    terraformRegistry(places),
    npmSource({ env, hosts }),
  ]
}
