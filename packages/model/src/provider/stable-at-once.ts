import type { ValueMap } from '../value.ts'
import type { ResourceTypeDefinition } from './definition.ts'

/** True if a resource with this spec is stable as soon as it is created or updated, so that its provider is not asked. */
export function isStableAtOnce(definition: ResourceTypeDefinition | undefined, spec: ValueMap): boolean {
  // A composed resource has no thing outside. The provider is asked about its parts instead.
  if (definition?.isComposed === true) return true
  const unstableWith = definition?.unstableWith
  return unstableWith !== undefined && !unstableWith.some((name) => Object.hasOwn(spec, name) && spec[name] !== null)
}
