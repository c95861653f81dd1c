import type { ProviderDefinition } from '@slipway/model'
import { kinds } from './kinds.ts'
import { linkTypes } from './link-types.ts'

export const definition: ProviderDefinition = {
  pluginId: 'test/sim',
  pluginVersion: '1.0.0',
  namespace: 'sim',
  config: { fields: {}, allowAdditionalFields: false },
  resourceTypeNames: Array.from(kinds.values(), (one) => one.definition.type),
  dataSourceTypeNames: [],
  functionNames: [],
  resourceTypes: Object.fromEntries(Array.from(kinds.values(), (one) => [one.definition.type, one.definition])),
  dataSourceTypes: {},
  linkTypes,
  functions: {},
}
