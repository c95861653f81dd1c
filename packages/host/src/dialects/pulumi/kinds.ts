import { formatPluginId, parsePluginId } from '@slipway/model'

/** As Pulumi names them; executables and folders begin so. */
export const kinds = ['resource', 'language', 'analyzer', 'converter', 'tool'] as const

export type PulumiKind = (typeof kinds)[number]

/** What tells plugins apart besides their kind; `undefined` for what no plugin can be called. */
export function pluginIdOf(kind: PulumiKind, name: string): string | undefined {
  const id = parsePluginId(kind === 'resource' ? `pulumi/${name}` : `pulumi/${kind}-${name}`)
  return id === undefined ? undefined : formatPluginId(id)
}

/** The kind of a plugin in the words of the house: what serves types of resources is a provider in all dialects. */
export function houseKind(kind: PulumiKind): string {
  return kind === 'resource' ? 'provider' : kind
}

/** The way back: what Pulumi calls a plugin. */
export function pulumiName({ id, kind }: { readonly id: string; readonly kind: string }) {
  const name = id.slice(id.indexOf('/') + 1)
  return kind === 'provider' ? { kind: 'resource', name } : { kind, name: name.slice(kind.length + 1) }
}

/** `pulumi-resource-random` */
export function executableOf(kind: string, name: string): string {
  return `pulumi-${kind}-${name}`
}

/** The same for a kind that somebody else has written down. */
export function pulumiPluginId(kind: string, name: string): string | undefined {
  const known = kinds.find((each) => each === kind)
  return known === undefined ? undefined : pluginIdOf(known, name)
}
