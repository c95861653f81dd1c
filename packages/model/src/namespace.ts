/**
 * The part of a type that names its provider: `local` of `local/file`; of a type with a colon, which is one of Pulumi's,
 * `random:` of `random:index/randomId:RandomId`.
 */
export function namespaceOf(type: string): string {
  const colon = type.indexOf(':')
  if (colon !== -1) return type.slice(0, colon + 1)
  const slash = type.indexOf('/')
  return slash === -1 ? type : type.slice(0, slash)
}

/**
 * Parts of a component are recorded as resources of programs are: whatever their plugins answer, and no schema tells. So their types
 * have a namespace of their own, beside those of a blueprint: `component:random:index/randomPet:RandomPet`.
 */
export const partNamespace = 'component:'

/** The type that the plugin of a component says; that of another resource stays. */
export function typeOfPart(type: string): string {
  return isPart({ type }) ? type.slice(partNamespace.length) : type
}

/** True for what a component of a blueprint is made of. */
export function isPart({ type }: { readonly type: string }): boolean {
  return type.startsWith(partNamespace)
}
