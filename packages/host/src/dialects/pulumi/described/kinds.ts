import { formatPluginId, parsePluginId } from '@slipway/model'

/** Pulumi's names for kinds; executables and folders begin with them. */
export const kinds = ['resource', 'language', 'analyzer', 'converter', 'tool'] as const

export type PulumiKind = (typeof kinds)[number]

/** The id of a plugin; `undefined` for a name that no plugin can have. */
export function pluginIdOf(kind: PulumiKind, name: string): string | undefined {
  const id = parsePluginId(kind === 'resource' ? `pulumi/${name}` : `pulumi/${kind}-${name}`)
  return id === undefined ? undefined : formatPluginId(id)
}

/** The kind of a plugin in Slipway's words: a plugin that serves types of resources is a provider in all dialects. */
export function houseKind(kind: PulumiKind): string {
  return kind === 'resource' ? 'provider' : kind
}

/** Pulumi's kind and name for a plugin, the inverse of the two above. */
export function pulumiName({ id, kind }: { readonly id: string; readonly kind: string }) {
  const name = id.slice(id.indexOf('/') + 1)
  return kind === 'provider' ? { kind: 'resource', name } : { kind, name: name.slice(kind.length + 1) }
}

/** `pulumi-resource-random` */
export function executableOf(kind: string, name: string): string {
  return `pulumi-${kind}-${name}`
}

/** Like `pluginIdOf`, for a kind in text from elsewhere. */
export function pulumiPluginId(kind: string, name: string): string | undefined {
  const known = kinds.find((each) => each === kind)
  return known === undefined ? undefined : pluginIdOf(known, name)
}
