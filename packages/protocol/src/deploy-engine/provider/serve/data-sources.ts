import type { DataSourceTypeDefinition, Provider } from '@slipway/model'

import { contextFromWire } from '../../convert/calls/context.ts'
import {
  dataSourceFieldsToWire,
  dataSourceFromWire,
  fetchedToWire,
  fetchFromWire,
} from '../../convert/definitions/data-source.ts'
import { diagnosticToWire } from '../../convert/calls/diagnostic.ts'
import { Provider as Methods } from '../../gen/providerserverv1.ts'
import type { Answering } from './answering.ts'
import { descriptionToWire } from './describe.ts'
import type { Route } from '../../../wire/rpc/route.ts'

/** Routes that describe and fetch data sources. */
export function dataSourceRoutes(provider: Provider, answer: Answering): Route[] {
  const find = async (asked: { readonly type: string } | undefined): Promise<DataSourceTypeDefinition> => {
    const type = asked?.type ?? ''
    const definition = await provider.define({ resourceTypes: [], dataSourceTypes: [type], functions: [] })
    const found = definition.dataSourceTypes[type]
    if (found === undefined) throw new Error(`there is no data source type ${JSON.stringify(type)}`)
    return found
  }
  return [
    answer(Methods.GetDataSourceType, async ({ dataSourceType }) => {
      const { type, label } = await find(dataSourceType)
      return { dataSourceTypeInfo: { type: { type }, label } }
    }),
    answer(Methods.GetDataSourceTypeDescription, async ({ dataSourceType }) => {
      const { description = '' } = await find(dataSourceType)
      return { description: descriptionToWire(description) }
    }),
    answer(Methods.GetDataSourceExamples, async ({ dataSourceType }) => {
      const { examples = [] } = await find(dataSourceType)
      return { examples: { examples, formattedExamples: examples } }
    }),
    answer(Methods.CustomValidateDataSource, async ({ dataSourceType, schemaDataSource, context }, call) => {
      const { type, fields } = await find(dataSourceType)
      const asked = { type, dataSourceName: '', ...dataSourceFromWire(schemaDataSource, fields) }
      const found = await provider.validateDataSource?.({ ...asked, context: contextFromWire(context) }, call)
      return { completeResponse: { diagnostics: (found ?? []).map(diagnosticToWire) } }
    }),
    answer(Methods.GetDataSourceSpecDefinition, async ({ dataSourceType }) => {
      const { fields } = await find(dataSourceType)
      return { specDefinition: { fields: dataSourceFieldsToWire(fields) } }
    }),
    answer(Methods.GetDataSourceFilterFields, async ({ dataSourceType }) => {
      const { filterFields } = await find(dataSourceType)
      return { filterFields: { filterFields } }
    }),
    answer(Methods.FetchDataSource, async (request, call) => {
      const { type, fields } = await find(request.dataSourceType)
      const asked = fetchFromWire(request.dataSourceWithResolvedSubs, fields)
      const context = contextFromWire(request.context)
      const data = await provider.fetch({ type, dataSourceName: '', ...asked, context }, call)
      return { completeResponse: { data: fetchedToWire(data, asked.exports) } }
    }),
  ]
}
