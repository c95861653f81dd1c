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

/** With the colon that ends it. */
export const builtInNamespace = 'pulumi:'
export const stackReferenceType = 'pulumi:pulumi:StackReference'
export const stashType = 'pulumi:index:Stash'

const text: PropertySchema = { type: 'string' }
const given: PropertySchema = { type: 'map', asGiven: true }

const readFirstField = 'isReadFirst'
const onlyReadField = 'external'

/**
 * A resource of a program is recorded as its program and its plugin speak of it: `inputs` as the program gives them, `checked`
 * as the plugin has them, `outputs` as it answers. No schema of a package is needed for that.
 */
const schema: PropertySchema = {
  type: 'object',
  attributes: {
    urn: text,
    parent: { ...text, nullable: true },
    /** `urn::id` of the provider that it belongs to. */
    provider: { ...text, nullable: true },
    inputs: given,
    [onlyReadField]: { type: 'boolean', nullable: true },
    /** Of a provider whose plugin serves a package that is not its own: which one, and how. */
    package: { ...given, nullable: true },
    /** Of a resource of a package that its plugin serves beside its own: what the plugin is told of it. */
    extension: { ...given, nullable: true },
    /** What the program has said of it besides: what counts when no program runs, and what hooks are told. */
    options: { ...given, nullable: true },
    /** Names of the program's hooks, by the moments at which they are called. */
    hooks: { ...given, nullable: true },
    /** A value of which each change needs a new resource. */
    trigger: { type: 'union', asGiven: true, nullable: true },
    /** URNs, as the program says them. */
    dependencies: { type: 'array', asGiven: true, nullable: true },
    /** URNs under which it was recorded when the last run began that went well. */
    former: { type: 'array', asGiven: true, nullable: true },
    /** By input: URNs of what it came from. */
    propertyDependencies: { ...given, nullable: true },
    id: { ...text, computed: true, nullable: true },
    /** The things that it is made of, where its plugin tells them. */
    views: { type: 'array', items: { type: 'union', asGiven: true }, computed: true, nullable: true },
    /** Why it is not as it should be, in the words of its plugin. */
    initErrors: { type: 'array', items: text, computed: true, nullable: true },
    /** Its plugin wants it to be read before it is changed. */
    [readFirstField]: { type: 'boolean', computed: true, nullable: true },
    checked: { type: 'map', computed: true, nullable: true, mapValues: { type: 'union', asGiven: true } },
    outputs: { type: 'map', computed: true, nullable: true, mapValues: { type: 'union', asGiven: true } },
  },
  required: ['urn', 'inputs'],
}

const providersPrefix = 'pulumi:providers:'

/** The package of a provider's type: `aws` of `pulumi:providers:aws`; `undefined` for any other type. */
export function packageOfProvider(type: string): string | undefined {
  return type.startsWith(providersPrefix) ? type.slice(providersPrefix.length) : undefined
}

/** Packages of what a program makes up itself. Its providers are told all of the configuration, and look where the program has them look. */
const madeUpPackages: ReadonlySet<string> = new Set(['pulumi-nodejs', 'pulumi-python'])

export function isMadeUp(pkg: string): boolean {
  return madeUpPackages.has(pkg)
}

/** All that a program makes up itself is of these, whatever it is: equal ids alone say nothing. */
const madeUpTypes: ReadonlySet<string> = new Set(Array.from(madeUpPackages, (pkg) => `${pkg}:dynamic:Resource`))

/** All that is recorded of its properties, but what makes it: that is another text with each change of the program. */
function propertiesOf(spec: ValueMap): Value {
  const { inputs, outputs } = recordedResource(spec)
  return [inputs, outputs].map((each) => valueMap(Object.entries(each).filter(([name]) => name !== '__provider')))
}

/** Plugins answer with inputs among the outputs: what they read of an input is there, and is nothing that was computed. */
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

/** @param placeOf where a resource lies, by its spec */
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
    // Nobody can ask for a resource whose id, given by a plugin, was lost; a resource of the program alone can be made again.
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

/** All that there is to say of a package before it is asked for anything. */
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
    // Such plugins make calls again themselves.
    retryPolicy: { maxRetries: 0, firstDelayMs: 0, maxDelayMs: 0, factor: 1, jitter: false },
    resourceTypeNames: types,
    dataSourceTypeNames: [],
    functionNames: [],
    resourceTypes: Object.fromEntries(types.map((type) => [type, definitionOf(type)])),
    dataSourceTypes: {},
    functions: {},
  }
}

/** What a record says of a resource. */
export interface RecordedResource {
  readonly urn: string
  readonly parent: string | undefined
  readonly provider: string | undefined
  readonly id: string | undefined
  /** As the plugin has checked them. */
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
