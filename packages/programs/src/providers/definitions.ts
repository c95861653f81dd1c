import {
  type Account,
  type PropertySchema,
  type ProviderDefinition,
  type ResourceTypeDefinition,
  type Value,
  type ValueMap,
  isMap,
  revealed,
  valueMap,
} from '@slipway/model'

/** The namespace, including its colon. */
export const builtInNamespace = 'pulumi:'
export const stackReferenceType = 'pulumi:pulumi:StackReference'
export const stashType = 'pulumi:index:Stash'

const text: PropertySchema = { type: 'string' }
const given: PropertySchema = { type: 'map', asGiven: true }

const readFirstField = 'isReadFirst'
const onlyReadField = 'external'

/**
 * The record of a program's resource: `inputs` as the program gives them, `checked` as the plugin returns them, `outputs` as the plugin
 * answers. No schema of a package is needed.
 */
const schema: PropertySchema = {
  type: 'object',
  attributes: {
    urn: text,
    parent: { ...text, nullable: true },
    /** `urn::id` of its provider. */
    provider: { ...text, nullable: true },
    inputs: given,
    [onlyReadField]: { type: 'boolean', nullable: true },
    /** For a provider whose plugin serves another package: that package and its parameters. */
    package: { ...given, nullable: true },
    /** For a resource of an additional package of its plugin: the parameters for the plugin. */
    extension: { ...given, nullable: true },
    /** The program's further options, which count without a running program and which hooks get. */
    options: { ...given, nullable: true },
    /** Names of the program's hooks, by moment. */
    hooks: { ...given, nullable: true },
    /** A value whose every change forces a new resource. */
    trigger: { type: 'union', asGiven: true, nullable: true },
    /** URNs as given by the program. */
    dependencies: { type: 'array', asGiven: true, nullable: true },
    /** Its recorded URNs at the start of the last successful run. */
    former: { type: 'array', asGiven: true, nullable: true },
    /** URNs of the sources of each input. */
    propertyDependencies: { ...given, nullable: true },
    id: { ...text, computed: true, nullable: true },
    /** Its views, if its plugin reports them. */
    views: { type: 'array', items: { type: 'union', asGiven: true }, computed: true, nullable: true },
    /** The plugin's reasons why it is incomplete. */
    initErrors: { type: 'array', items: text, computed: true, nullable: true },
    /** Its plugin wants it read before each change. */
    [readFirstField]: { type: 'boolean', computed: true, nullable: true },
    checked: { type: 'map', computed: true, nullable: true, mapValues: { type: 'union', asGiven: true } },
    outputs: { type: 'map', computed: true, nullable: true, mapValues: { type: 'union', asGiven: true } },
  },
  required: ['urn', 'inputs'],
}

const providersPrefix = 'pulumi:providers:'

/** The package of a provider's type: `aws` for `pulumi:providers:aws`; `undefined` for any other type. */
export function packageOfProvider(type: string): string | undefined {
  return type.startsWith(providersPrefix) ? type.slice(providersPrefix.length) : undefined
}

/**
 * Packages of resources that a program defines itself. Their providers get the whole configuration, and the program decides what they
 * access.
 */
const madeUpPackages: ReadonlySet<string> = new Set(['pulumi-nodejs', 'pulumi-python'])

export function isMadeUp(pkg: string): boolean {
  return madeUpPackages.has(pkg)
}

/** The types of all resources that a program defines itself. They are so general that equal ids prove nothing. */
const madeUpTypes: ReadonlySet<string> = new Set(Array.from(madeUpPackages, (pkg) => `${pkg}:dynamic:Resource`))

/** All recorded properties except the provider's code, which changes with the program. */
function propertiesOf(spec: ValueMap): Value {
  const { inputs, outputs } = recordedResource(spec)
  return [inputs, outputs].map((each) => valueMap(Object.entries(each).filter(([name]) => name !== '__provider')))
}

/** Separates read inputs from computed values, because plugins return inputs among the outputs. */
function accountOf(spec: ValueMap): Account {
  const { inputs, outputs } = recordedResource(spec)
  const own = [inputs, outputs].map((each) => Object.entries(each).filter(([name]) => !name.startsWith('__')))
  const [asked = [], answered = []] = own
  const read = answered.filter(([name]) => Object.hasOwn(inputs, name))
  const computed = answered.filter(([name]) => !Object.hasOwn(inputs, name))
  return {
    given: valueMap([['checked', valueMap([...asked, ...read])]]),
    told: valueMap([['outputs', valueMap(computed)]]),
  }
}

/** @param placeOf gives the place of a resource from its spec */
export function definitionOf(type: string, placeOf?: ResourceTypeDefinition['placeOf']): ResourceTypeDefinition {
  const isBuiltIn = type.startsWith(builtInNamespace)
  return {
    type,
    label: type,
    schema,
    destroyBeforeCreate: false,
    ...(placeOf !== undefined && !isBuiltIn && { placeOf }),
    ...(madeUpTypes.has(type) && { toldApartBy: propertiesOf }),
    accountOf,
    // A resource whose plugin-given id was lost cannot be looked up. A resource without a plugin can simply be made again.
    settlement: isBuiltIn ? 'repeatable' : 'ask',
    ...(isBuiltIn && packageOfProvider(type) === undefined && type !== stashType
      ? { identity: { fields: ['urn'] } }
      : { idField: 'id' }),
    replacementBy: 'provider',
    comparedBy: 'provider',
    replacedWith: 'provider',
    unstableWith: [],
    stabilisedDependencies: [],
    ...(!isBuiltIn && { findsByIdAlone: true, readFirstField, onlyReadField }),
    ...(type === stackReferenceType && { onlyReadField }),
  }
}

/** The definition of a package before any question to its plugin. */
export function packageDefinition(
  { id, version }: { readonly id: string; readonly version: string },
  namespace: string,
  types: readonly string[],
): ProviderDefinition {
  return {
    pluginId: id,
    pluginVersion: version,
    namespace,
    config: { fields: {}, allowAdditionalFields: true },
    // Such plugins retry calls themselves.
    retryPolicy: { maxRetries: 0, firstDelayMs: 0, maxDelayMs: 0, factor: 1, jitter: false },
    resourceTypeNames: types,
    dataSourceTypeNames: [],
    functionNames: [],
    resourceTypes: Object.fromEntries(types.map((type) => [type, definitionOf(type)])),
    dataSourceTypes: {},
    functions: {},
  }
}

/** The parts of a resource's record. */
export interface RecordedResource {
  readonly urn: string
  readonly parent: string | undefined
  readonly provider: string | undefined
  readonly id: string | undefined
  /** The inputs as checked by the plugin. */
  readonly inputs: ValueMap
  readonly outputs: ValueMap
}

export function recordedResource(spec: ValueMap): RecordedResource {
  const { checked, inputs, outputs } = spec
  return {
    urn: textOf(spec['urn']) ?? '',
    parent: textOf(spec['parent']),
    provider: textOf(spec['provider']),
    id: textOf(spec['id']),
    inputs: isMap(checked) ? checked : isMap(inputs) ? inputs : valueMap(),
    outputs: isMap(outputs) ? outputs : valueMap(),
  }
}

export function textOf(value: Value | undefined): string | undefined {
  const plain = value === undefined ? undefined : revealed(value)
  return typeof plain === 'string' && plain !== '' ? plain : undefined
}
