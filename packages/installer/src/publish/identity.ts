import { Failure, formatPluginId, type NpmPlugin, parsePluginId } from '@slipway/model'
import valid from 'semver/functions/valid.js'
import { pulumiKinds } from '../descriptor/descriptor.ts'

/** The identity of the plugin in a release, in the words of `Identity`. */
export interface ReleaseIdentity {
  readonly ecosystem: 'deploy-engine' | 'pulumi' | 'terraform'
  readonly kind: string
  /** The name, such as `acme/notes` or `random`. */
  readonly name: string
  readonly version: string
  /** The version of the protocol that a plugin of the deploy engine speaks. */
  readonly protocol?: string
}

const ownKinds = ['provider', 'transformer'] as const
const right =
  'write --as provider:acme/sqlite@1.0.0; for a plugin of Pulumi --as resource:random@1.0.0, for Terraform --as terraform:acme/time@1.0.0'

/**
 * Reads `--as KIND:NAME@VERSION`, for a plugin whose folder does not give its identity.
 *
 * @throws Failure `publish/not-a-plugin`, `publish/bad-version`
 */
export function declaredRelease(text: string): ReleaseIdentity {
  const [, kind = '', name = '', version = ''] = /^([a-z]+):([^@\s]{1,200})@(\S{1,200})$/.exec(text.trim()) ?? []
  if (kind === '') throw notAPlugin(`--as needs kind, name and version: "${text.slice(0, 100)}"`)
  const id = parsePluginId(name)
  if (ownKinds.some((each) => each === kind)) {
    if (id === undefined) throw notAPlugin(`--as says "${name}", which is not an id such as acme/sqlite`)
    return {
      ecosystem: 'deploy-engine',
      kind,
      name: formatPluginId(id),
      version: goodVersion(version),
      protocol: '1.0',
    }
  }
  if (kind === 'terraform') {
    const part = '[a-z0-9](?:[a-z0-9-]{0,62})'
    if (!new RegExp(`^(?:[a-z0-9.-]+(?::\\d+)?/)?${part}/${part}$`).test(name))
      throw notAPlugin(`--as says "${name}", which is not a provider of Terraform such as acme/time`)
    return { ecosystem: 'terraform', kind: 'provider', name, version: goodVersion(version) }
  }
  if (!pulumiKinds.some((each) => each === kind)) throw notAPlugin(`--as says "${kind}", which is not a kind of plugin`)
  if (name.includes('/') || parsePluginId(`pulumi/${name}`) === undefined)
    throw notAPlugin(`--as says "${name}", which is not the name of a Pulumi plugin`)
  return { ecosystem: 'pulumi', kind, name, version: goodVersion(version) }
}

/** Returns the release identity of an npm package. @throws Failure `publish/bad-version` */
export function releaseOfPackage({ kind, id, version, protocol }: NpmPlugin): ReleaseIdentity {
  return { ecosystem: 'deploy-engine', kind, name: id, version: goodVersion(version), protocol }
}

/** Returns the version without a leading `v`. Refuses a text that is not a version, the placeholder 0.0.0, and a version from uncommitted changes. */
function goodVersion(written: string): string {
  const version = written.replace(/^v/, '')
  const why =
    valid(version) === null
      ? 'is not a version such as 1.2.0'
      : /^0\.0\.0(?:$|[-+])/.test(version)
        ? 'is a placeholder, not a real version'
        : /dirty/i.test(version)
          ? 'says that it was built from uncommitted changes'
          : undefined
  if (why === undefined) return version
  throw new Failure('publish/bad-version', `the version "${written.slice(0, 100)}" ${why}`, {
    hint: 'set a version: npm version 1.0.0 --no-git-tag-version, or --as KIND:NAME@VERSION',
  })
}

export function notAPlugin(message: string, hint: string = right): Failure {
  return new Failure('publish/not-a-plugin', message, { hint })
}
