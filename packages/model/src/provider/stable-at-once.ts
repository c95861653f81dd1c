import type { ValueMap } from '../value.ts'
import type { ResourceTypeDefinition } from './definition.ts'

/** Whether a resource of this spec is stable as soon as it is made or changed, so that its provider need not be asked. */
export function isStableAtOnce(definition: ResourceTypeDefinition | undefined, spec: ValueMap): boolean {
  // A composed resource is nothing outside: its parts are asked about.
  if (definition?.isComposed === true) return true
  const unstableWith = definition?.unstableWith
  return unstableWith !== undefined && !unstableWith.some((name) => Object.hasOwn(spec, name) && spec[name] !== null)
}
