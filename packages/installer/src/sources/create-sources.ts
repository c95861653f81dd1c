import { defaultHosts, type DefaultHosts } from '../net/default-hosts.ts'
import { descriptorText } from '../descriptor/write.ts'
import { gitSource } from './git/git.ts'
import { gitServerSource } from './git/git-server.ts'
import { httpSource } from './http.ts'
import { mirrorSource } from './mirror.ts'
import { mirrorAt } from './mirror-at.ts'
import { npmSource } from './npm.ts'
import { ociSource } from './oci/oci.ts'
import { overridingSource, readOverrides } from './overrides.ts'
import { pathSource } from './path.ts'
import { pulumiSource } from './pulumi.ts'
import { registrySource } from './registry/registry.ts'
import { releaseSource } from './releases/release-source.ts'
import type { Source } from './source.ts'
import { terraformMirror } from './terraform/mirror.ts'
import { terraformRegistry } from './terraform/registry.ts'

/** The user's choices of where plugins come from: they are in the user's own settings and environment, never in a project. */
export interface SourceParts {
  /** The environment, including npm's own variables. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** `plugins.registries`: URLs by host; for ids without a host, by namespace or `default`. */
  readonly registries?: Readonly<Record<string, string>>
  /** `plugins.mirror`: a folder, its `file:` URL, a repository of a container registry (`oci:`), or the URL of a file server. */
  readonly mirror?: string
  /** The setting `plugins.overrides`: URLs by pattern. */
  readonly overrides?: Readonly<Record<string, string>>
  readonly hosts?: DefaultHosts
}

/**
 * Creates the sources, in the order in which they are asked whether they serve a descriptor.
 * @throws Failure `install/bad-override`
 */
export function createSources(parts: SourceParts = { env: {} }): readonly Source[] {
  const { env, registries = {}, hosts = defaultHosts } = parts
  const places = { registries, hosts }
  const servers = [
    terraformMirror(places),
    httpSource,
    gitSource,
    gitServerSource,
    releaseSource(hosts),
    ociSource,
    registrySource(places),
    pulumiSource(hosts),
    terraformRegistry(places),
    npmSource({ env, hosts }),
  ]
  const overrides = readOverrides(parts.overrides ?? {}, env)
  return [
    pathSource,
    ...mirrorIn(parts.mirror ?? env['SLIPWAY_PLUGIN_MIRROR'], servers, hosts),
    ...(overrides.length === 0 ? [] : [overridingSource(overrides, servers)]),
    ...servers,
  ]
}

function mirrorIn(mirror: string | undefined, servers: readonly Source[], hosts: DefaultHosts): readonly Source[] {
  if (mirror === undefined || mirror === '') return []
  if (/^https?:/i.test(mirror)) {
    const forms = ['id', 'pulumi', 'terraform']
    return [overridingSource([{ pattern: /^/, url: mirror }], servers, forms)]
  }
  const originOf: Source['origin'] = (descriptor) => {
    const origin = servers.find((source) => source.serves(descriptor))?.origin(descriptor)
    return origin ?? descriptorText(descriptor)
  }
  return [mirrorSource({ files: mirrorAt(mirror), originOf, terraformHost: hosts.terraform })]
}
