import { pulumiPluginId } from '@slipway/host'
import type { Identity } from '@slipway/installer'

/** Returns the name of an installed plugin in lists and at launch: `celerity/aws`, `pulumi/random`, `pulumi/language-yaml`. */
export function pluginIdOf({ ecosystem, kind, name }: Pick<Identity, 'ecosystem' | 'kind' | 'name'>): string {
  return ecosystem === 'pulumi' ? (pulumiPluginId(kind, name) ?? name) : name
}
