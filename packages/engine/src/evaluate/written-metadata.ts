import { type DataSourceMetadata, isMap, isSecret, type Value } from '@slipway/model'
import type { WrittenMetadata } from '../language/declarations.ts'
import { scalarText } from '../language/scalar-text.ts'
import { evaluate } from './evaluate.ts'
import type { Scope } from './scope.ts'

export type MetadataValues = { readonly [part in keyof WrittenMetadata]-?: Value | undefined }

export function metadataValues({ displayName, annotations, custom }: WrittenMetadata, scope: Scope): MetadataValues {
  return {
    displayName: displayName && evaluate(displayName, scope),
    annotations: annotations && evaluate(annotations, scope),
    custom: custom && evaluate(custom, scope),
  }
}

export function metadataFrom({ displayName, annotations, custom }: MetadataValues): DataSourceMetadata {
  const name = shownText(displayName)
  return {
    ...(name === undefined ? {} : { displayName: name }),
    ...(isMap(annotations) ? { annotations } : {}),
    ...(custom === undefined || custom === null ? {} : { custom }),
  }
}

/** The text of a name or description. Such texts are shown everywhere, so secrets are left out. */
export function shownText(value: Value | undefined): string | undefined {
  return value === undefined || value === null || isSecret(value) ? undefined : scalarText(value)
}
