import type { PulumiResource } from './deployment.ts'

/** The URNs in a resource that Pulumi does not require to exist. */
export function optionalUrns(resource: PulumiResource): readonly string[] {
  const { dependencies, propertyDependencies, deletedWith, replaceWith } = resource
  const properties = Object.values(propertyDependencies ?? {}).flatMap((urns) => urns ?? [])
  return [...(dependencies ?? []), ...properties, ...(deletedWith ? [deletedWith] : []), ...(replaceWith ?? [])]
}

/** The resource with its optional URNs renamed; `undefined` removes one. */
export function withOptionalUrns(
  resource: PulumiResource,
  nameFor: (urn: string) => string | undefined,
): PulumiResource {
  const { deletedWith, ...rest } = resource
  const { dependencies, propertyDependencies, replaceWith } = rest
  const all = (urns: readonly string[] | null): readonly string[] => [
    ...new Set((urns ?? []).flatMap((urn) => nameFor(urn) ?? [])),
  ]
  const goesWith = deletedWith ? nameFor(deletedWith) : undefined
  const properties = Object.entries(propertyDependencies ?? {}).map(([name, urns]) => [name, all(urns)] as const)
  return {
    ...rest,
    ...(dependencies != null && { dependencies: all(dependencies) }),
    ...(propertyDependencies != null && { propertyDependencies: Object.fromEntries(properties) }),
    ...(goesWith !== undefined && { deletedWith: goesWith }),
    ...(replaceWith != null && { replaceWith: all(replaceWith) }),
  }
}
