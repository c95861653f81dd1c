export * from './client/client.ts'
export { channelOfVersion5 } from './client/methods.ts'
export { terraformVersion, TerraformWireClient } from './client/wire-client.ts'
export { ctyFromJson, ctyToJson } from './convert/json.ts'
export type { TerraformDiagnostic } from './convert/message-parts.ts'
export { wordsOf } from './provider/told.ts'
export type { ProtocolVersion } from './convert/schema.ts'
/** The methods, by their names in version 6. */
export { Provider as TerraformMethods } from './gen/tfplugin6.ts'
export { Health as PluginHealth } from './gen/health.ts'
export { GRPCController as PluginController, GRPCStdio as PluginStdio } from './gen/plugin.ts'
export { CtyNumber } from './cty/number.ts'
export { type CtyPath, type CtyStep, partAt, pathText } from './cty/path.ts'
export {
  type CtyCollection,
  type CtyObject,
  type CtyTuple,
  type CtyType,
  describeType,
  hasDynamic,
  typeFromJson,
  typeToJson,
} from './cty/type.ts'
export {
  CtyDynamic,
  type CtyMap,
  ctyMap,
  CtyUnknown,
  type CtyValue,
  equalCty,
  inSetOrder,
  isCtyList,
  isCtyMap,
  isCtyUnknown,
  isWhollyKnown,
  type MutableCtyMap,
  type Refinements,
  unknown,
} from './cty/value.ts'
export type * from './schema/schema.ts'
export type { SchemaPart, SchemaStore, StoredSchemas } from './schema/store.ts'
export { type Kept, keptOf, terraformName, withKept } from './kept.ts'
export { Ephemerals } from './provider/ephemerals.ts'
export { TerraformProvider, type TerraformProviderOptions } from './provider/provider.ts'
export { resourceTypeOf } from './definition/definition.ts'
export { stateOf, stateText } from './provider/record.ts'
