import type { ValueMap } from '@slipway/model'
import { componentType, ownType, parseUrn } from './urn.ts'

/** The type of a resource for users. All components of programs are recorded under one type; their own type is in the URN. */
export function shownType({ type, spec }: { readonly type: string; readonly spec: ValueMap | undefined }): string {
  const urn = spec?.['urn']
  if (!type.endsWith(componentType) || typeof urn !== 'string') return type
  const parts = parseUrn(urn)
  // Keep the prefix of a component's part.
  return parts === undefined ? type : `${type.slice(0, -componentType.length)}${ownType(parts)}`
}
