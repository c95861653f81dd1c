import { type FetchRequest, namespaceOf } from '@slipway/model'
import { metadataValue } from '../../spec/metadata-value.ts'
import type { OfResource, Plain } from '../call.ts'
import { configuredFor } from '../settings/configured-by.ts'

/** The part that all calls about a data source have in common. */
export function aboutData(request: Plain<FetchRequest>, options: OfResource<unknown>['options']) {
  const { type, dataSourceName: name, filters, metadata } = request
  const given = [...filters.flatMap(({ search }) => search), metadataValue(metadata)]
  return { namespace: namespaceOf(type), name, given, ...configuredFor(request, options, undefined) }
}
