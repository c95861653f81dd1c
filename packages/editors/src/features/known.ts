import { coreFunctions } from '@slipway/engine'
import type {
  DataSourceTypeDefinition,
  FunctionDefinition,
  PropertySchema,
  ProviderDefinition,
  ResourceTypeDefinition,
  TransformerDefinition,
  VariableTypeDefinition,
} from '@slipway/model'

/** The definitions of the installed plugins, by type and by function. */
export class Known {
  /** Includes the abstract types. */
  readonly resourceTypes: ReadonlyMap<string, ResourceTypeDefinition>
  /** Names of transformers. */
  readonly transforms: readonly string[]
  readonly dataSourceTypes: ReadonlyMap<string, DataSourceTypeDefinition>
  readonly variableTypes: ReadonlyMap<string, VariableTypeDefinition>
  /** Includes the functions of the language. */
  readonly functions: ReadonlyMap<string, FunctionDefinition>

  constructor(
    definitions: Iterable<ProviderDefinition> = [],
    transformers: readonly Pick<TransformerDefinition, 'transformName' | 'abstractResourceTypes'>[] = [],
  ) {
    const all = [...definitions]
    this.transforms = transformers.map(({ transformName }) => transformName)
    this.resourceTypes = new Map([
      ...transformers.flatMap((one) => Object.entries(one.abstractResourceTypes)),
      ...all.flatMap((one) => Object.entries(one.resourceTypes)),
    ])
    this.dataSourceTypes = new Map(all.flatMap((one) => Object.entries(one.dataSourceTypes)))
    this.variableTypes = new Map(all.flatMap((one) => Object.entries(one.variableTypes ?? {})))
    this.functions = new Map<string, FunctionDefinition>([
      ...all.flatMap((one) => Object.entries(one.functions)),
      ...coreFunctions,
    ])
  }
}

/** The schema below a path; `undefined` where nothing is known of it. */
export function schemaBelow(
  schema: PropertySchema | undefined,
  path: readonly (string | number)[],
): PropertySchema | undefined {
  let at = schema
  for (const step of path) {
    if (at === undefined) return undefined
    if (at.type === 'union') at = at.oneOf?.find((one) => one.type === (typeof step === 'number' ? 'array' : 'object'))
    at = typeof step === 'number' ? at?.items : (at?.attributes?.[step] ?? at?.mapValues)
  }
  return at?.type === 'union' ? (at.oneOf?.find(({ attributes }) => attributes !== undefined) ?? at) : at
}
