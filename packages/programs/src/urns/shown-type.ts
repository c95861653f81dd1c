import type { ValueMap } from '@slipway/model'
import { componentType, ownType, parseUrn } from './urn.ts'

/** The type by which people know a resource: components of programs are recorded under one type, and have their own in their URN. */
export function shownType({ type, spec }: { readonly type: string; readonly spec: ValueMap | undefined }): string {
  const urn = spec?.['urn']
  if (!type.endsWith(componentType) || typeof urn !== 'string') return type
  const parts = parseUrn(urn)
  // With what stands before it where it is a part of a component.
  return parts === undefined ? type : `${type.slice(0, -componentType.length)}${ownType(parts)}`
}
