import { join } from 'node:path'
import type { Form } from '../descriptor/descriptor.ts'

/** A folder of a mirror with the versions of a plugin, and the facts that the folder's path gives. */
export interface MirrorPlace {
  readonly folder: string
  readonly ecosystem?: string
  readonly kind?: string
  /** The prefix of packed archives that have the version in their names (`terraform-provider-time_`). */
  readonly packed?: string
}

/**
 * Returns the folders where a plugin may lie in a mirror. Each version is a folder there. The folder of a version holds archives for the platforms
 * (any name that contains `linux-amd64` or `linux_amd64`), unpacked folders with such names, or one archive for all platforms.
 *
 *     deploy-engine/{providers,transformers}/{hostname/}?{namespace}/{plugin}
 *     pulumi/{kind}/{name}
 *     npm/{@scope/}?{name}
 *     {hostname}/{namespace}/{type}          as Terraform has its mirrors, also packed
 *     release/{github,gitlab}/{hostname/}?{owner}/{repository}
 *     git/{host}/{path}   oci/{repository}   url/{host}/{path}
 */
export function mirrorPlaces(mirror: string, form: Form, terraformHost: string): readonly MirrorPlace[] {
  const at = (...parts: readonly string[]): string =>
    join(mirror, ...parts.flatMap((part) => part.split('/')).map(plain))
  switch (form.form) {
    case 'id':
      return (['provider', 'transformer'] as const).map((kind) => ({
        folder: at('deploy-engine', `${kind}s`, ...(form.host === undefined ? [] : [form.host]), form.id),
        ecosystem: 'deploy-engine',
        kind,
      }))
    case 'pulumi':
      return [{ folder: at('pulumi', form.kind, form.name), ecosystem: 'pulumi', kind: form.kind }]
    case 'terraform': {
      const type = form.name.split('/').at(-1) ?? ''
      const folder = at(form.host ?? terraformHost, form.name)
      return [{ folder, ecosystem: 'terraform', packed: `terraform-provider-${type}_` }]
    }
    case 'npm':
      return [{ folder: at('npm', form.name) }]
    case 'release':
      return [{ folder: at('release', form.forge, ...(form.host === undefined ? [] : [form.host]), form.repository) }]
    case 'oci':
      return [{ folder: at('oci', form.repository) }]
    case 'git':
    case 'url': {
      const { host, pathname } = new URL(form.url)
      return [{ folder: at(form.form, host, pathname.replace(/^\/+|\/+$/g, '')) }]
    }
    case 'path':
      return []
  }
}

/** Makes a name safe, so that it stays inside its folder. */
function plain(part: string): string {
  return part === '' || part === '.' || part === '..' ? '_' : part.replaceAll(/[\0:\\]/g, '_')
}
