/**
 * The part of a type that names its provider: `local` for `local/file`. A type with a colon is a Pulumi type: `random:` for
 * `random:index/randomId:RandomId`.
 */
export function namespaceOf(type: string): string {
  const colon = type.indexOf(':')
  if (colon !== -1) return type.slice(0, colon + 1)
  const slash = type.indexOf('/')
  return slash === -1 ? type : type.slice(0, slash)
}

/**
 * The namespace of the parts of a component. They are recorded like the resources of a program, with whatever their plugins answer and
 * without a schema. So their types differ from those of a blueprint: `component:random:index/randomPet:RandomPet`.
 */
export const partNamespace = 'component:'

/** The type without the namespace of parts, as the plugin of the component uses it. Other types stay as they are. */
export function typeOfPart(type: string): string {
  return isPart({ type }) ? type.slice(partNamespace.length) : type
}

/** True for a resource that is part of a component of a blueprint. */
export function isPart({ type }: { readonly type: string }): boolean {
  return type.startsWith(partNamespace)
}
