import {
  type ConfigDefinition,
  type ConfigFieldDefinition,
  type DataSourceFieldSchema,
  type DataSourceTypeDefinition,
  equalValues,
  type PropertySchema,
  type ResourceTypeDefinition,
  type ScalarType,
  type Value,
} from '@slipway/model'

/**
 * The property of a record for the parts of a plugin's answer that the spec cannot hold: `inputs` as the plugin checked them, and `outputs`
 * that are in no schema or differ from the blueprint's form. Plugins must get all of it back.
 */
export const keptName = '__pulumi'

/** The property for the parts of a resource, if its plugin reports them. */
export const viewsName = '__views'

/** True in the record of a resource that its plugin wants read before each change. */
export const readFirstName = '__refreshBeforeUpdate'

/** The reasons, in the plugin's own words, why a resource exists but is incomplete. */
export const initErrorsName = '__initErrors'

/** Properties of records that do not belong to the resource itself. */
export const notedNames: ReadonlySet<string> = new Set([keptName, viewsName, readFirstName, initErrorsName])

/** The parts of a package schema that Slipway reads, as the plugin sent them, unchecked. */
export interface PackageSchema {
  readonly config?: {
    readonly variables?: Readonly<Record<string, PropertySpec>>
    readonly required?: readonly string[]
  }
  readonly resources?: Readonly<Record<string, ResourceSpec>>
  readonly functions?: Readonly<Record<string, FunctionSpec>>
  readonly types?: Readonly<Record<string, TypeSpec>>
}

interface TypeSpec {
  readonly type?: string
  readonly $ref?: string
  readonly items?: TypeSpec
  readonly additionalProperties?: TypeSpec
  readonly properties?: Readonly<Record<string, PropertySpec>>
  readonly required?: readonly string[]
  /** All values of the type. */
  readonly enum?: readonly { readonly value?: Value }[]
}

interface PropertySpec extends TypeSpec {
  readonly description?: string
  readonly deprecationMessage?: string
  /** The only value that the property may have; SDKs fill it in. */
  readonly const?: Value
  readonly default?: Value
  readonly secret?: boolean
  readonly willReplaceOnChanges?: boolean
  readonly replaceOnChanges?: boolean
}

interface FunctionSpec {
  readonly description?: string
  readonly deprecationMessage?: string
  readonly inputs?: ObjectSpec
  readonly outputs?: ObjectSpec
}

interface ObjectSpec {
  readonly properties?: Readonly<Record<string, PropertySpec>>
  readonly required?: readonly string[]
}

interface ResourceSpec {
  readonly description?: string
  readonly deprecationMessage?: string
  readonly isComponent?: boolean
  readonly inputProperties?: Readonly<Record<string, PropertySpec>>
  readonly requiredInputs?: readonly string[]
  readonly properties?: Readonly<Record<string, PropertySpec>>
}

/** Returns the types of resources, including components. */
export function resourceTypeNames({ resources = {} }: PackageSchema): readonly string[] {
  return Object.keys(resources)
}

/**
 * Returns the definition of a resource type. A component consists of other resources and has no id. Its inputs are the blueprint's
 * properties; its other outputs and the `id` are computed. When the blueprint leaves out an input that is also an output, the provider
 * fills it in.
 */
export function resourceTypeOf(schema: PackageSchema, token: string): ResourceTypeDefinition | undefined {
  const resource = Object.hasOwn(schema.resources ?? {}, token) ? schema.resources?.[token] : undefined
  if (resource === undefined) return undefined
  const isComposed = resource.isComponent === true
  const { inputProperties = {}, requiredInputs = [], properties = {}, description, deprecationMessage } = resource
  const reader = new TypeReader(schema.types ?? {})
  const attributes: Record<string, PropertySchema> = Object.create(null)
  for (const [name, property] of Object.entries(properties))
    attributes[name] = { ...reader.property(property), computed: true, nullable: true }
  for (const [name, property] of Object.entries(inputProperties)) {
    const read = reader.property(property)
    // SDKs fill in constants and defaults, and plugins rely on that.
    const fallback = [property.const, property.default].find((value) => isOfType(read, value))
    const isOptional = fallback === undefined && !requiredInputs.includes(name)
    const isFilledIn = isOptional && Object.hasOwn(properties, name)
    attributes[name] = {
      ...read,
      ...(fallback !== undefined && { default: fallback }),
      ...(isFilledIn && { computedWhenOmitted: true }),
      ...(isOptional && { nullable: true }),
    }
  }
  if (isComposed) attributes['urn'] = { type: 'string', computed: true }
  else {
    attributes['id'] = { type: 'string', computed: true }
    attributes[viewsName] = { type: 'array', items: anything, computed: true, nullable: true }
    attributes[initErrorsName] = { type: 'array', items: { type: 'string' }, computed: true, nullable: true }
    attributes[readFirstName] = { type: 'boolean', computed: true, nullable: true }
  }
  attributes[keptName] = keptSchema(attributes)
  return {
    type: token,
    label: token,
    schema: { type: 'object', attributes, required: requiredInputs.filter((name) => name !== 'id') },
    ...(isComposed ? { isComposed } : { idField: 'id', findsByIdAlone: true, readFirstField: readFirstName }),
    destroyBeforeCreate: false,
    // Calls about the parts of a component are settled separately.
    settlement: isComposed ? 'repeatable' : 'ask',
    replacementBy: 'provider',
    comparedBy: 'provider',
    stabilisedDependencies: [],
    ...(description !== undefined && { description }),
    ...(deprecationMessage !== undefined && { deprecated: deprecationMessage }),
  }
}

/**
 * Returns the schema of the values that are kept beside a spec. A kept value is as secret as the same properties of the spec: an id, or a
 * name that the plugin has filled in, does not become secret by being kept. A plugin may mark any other part as secret, so a key must be
 * there.
 */
function keptSchema(attributes: Readonly<Record<string, PropertySchema>>): PropertySchema {
  const same = { ...anything, attributes: placesIn(attributes) }
  const others = { ...anything, sensitive: true }
  return { ...anything, computed: true, nullable: true, attributes: { inputs: same, outputs: same }, mapValues: others }
}

/** Keeps only a schema's marks of secrets: kept values may be of any type. */
function secretPlaces(schema: PropertySchema | undefined): PropertySchema {
  if (schema === undefined) return anything
  const { attributes = {}, items, mapValues, sensitive = false } = schema
  if (sensitive) return { ...anything, sensitive }
  const named = placesIn(attributes)
  const inItems = secretPlaces(items)
  const inValues = secretPlaces(mapValues)
  if (Object.keys(named).length === 0 && inItems === anything && inValues === anything) return anything
  return { ...anything, attributes: named, items: inItems, mapValues: inValues }
}

function placesIn(attributes: Readonly<Record<string, PropertySchema>>): Record<string, PropertySchema> {
  const places = Object.entries(attributes).map(([name, inner]) => [name, secretPlaces(inner)] as const)
  return Object.fromEntries(places.filter(([, inner]) => inner !== anything))
}

/** Whether a value fits the type. A default that does not fit is a mistake of the plugin and is ignored. */
function isOfType({ type, allowedValues }: PropertySchema, value: Value | undefined): boolean {
  if (value === undefined || allowedValues?.some((allowed) => equalValues(allowed, value)) === false) return false
  if (type === 'integer' || type === 'float') return typeof value === 'number'
  return (type === 'string' || type === 'boolean') && typeof value === type
}

/** Returns the inputs of a resource type whose change needs a new resource, whatever the plugin answers. */
export function replacedOnChange({ resources = {} }: PackageSchema, token: string): readonly string[] {
  const inputs = (Object.hasOwn(resources, token) ? resources[token]?.inputProperties : undefined) ?? {}
  return Object.keys(inputs).filter((name) => inputs[name]?.replaceOnChanges === true)
}

/** Describes a function as a data source: its inputs are the filters, its outputs the exports. */
export function dataSourceOf(schema: PackageSchema, token: string): DataSourceTypeDefinition | undefined {
  const spec = Object.hasOwn(schema.functions ?? {}, token) ? schema.functions?.[token] : undefined
  if (spec === undefined) return undefined
  const { description, inputs, outputs, deprecationMessage } = spec
  const reader = new TypeReader(schema.types ?? {})
  const fields = Object.entries(outputs?.properties ?? {}).flatMap(([name, property]) => {
    const field = fieldOf(reader.property(property))
    return field === undefined ? [] : [[name, field] as const]
  })
  const filters = Object.entries(inputs?.properties ?? {}).map(([name, property]) => {
    const { type } = reader.property(property)
    const filter = { type, supportedOperators: [type === 'array' ? 'in' : '='] }
    return [
      name,
      { ...filter, ...(property.description !== undefined && { description: property.description }) },
    ] as const
  })
  return {
    type: token,
    label: token,
    fields: Object.fromEntries(fields),
    filterFields: Object.fromEntries(filters),
    ...(description !== undefined && { description }),
    ...(deprecationMessage !== undefined && { deprecated: deprecationMessage }),
  }
}

/** Outputs that a data source cannot export; only calling the function gives them. */
function fieldOf({ type, items, description, sensitive }: PropertySchema): DataSourceFieldSchema | undefined {
  const isScalar = type === 'string' || type === 'integer' || type === 'float' || type === 'boolean'
  if (!isScalar && type !== 'array') return undefined
  const item = items === undefined ? undefined : fieldOf(items)
  return {
    type,
    nullable: true,
    ...(item !== undefined && { items: item }),
    ...(description !== undefined && { description }),
    ...(sensitive === true && { sensitive }),
  }
}

/** Describes the settings of the package that are single values. Plugins accept other settings, too. */
export function configOf({ config: { variables = {}, required = [] } = {} }: PackageSchema): ConfigDefinition {
  const fields: Record<string, ConfigFieldDefinition> = Object.create(null)
  for (const [name, { type = '', description, secret }] of Object.entries(variables)) {
    fields[name] = {
      // Settings that are lists or objects travel as text in JSON, as in the SDKs of programs.
      type: Object.hasOwn(scalars, type) ? (scalars[type]?.type as ScalarType) : 'string',
      required: required.includes(name),
      secret: secret === true,
      ...(description !== undefined && { description }),
    }
  }
  return { fields, allowAdditionalFields: true }
}

/** The schema of any value at all. */
const anything: PropertySchema = { type: 'union' }

const scalars: Readonly<Record<string, PropertySchema>> = {
  string: { type: 'string' },
  integer: { type: 'integer' },
  number: { type: 'float' },
  boolean: { type: 'boolean' },
}

function choicesOf({ enum: choices = [] }: TypeSpec): Pick<PropertySchema, 'allowedValues'> {
  const allowedValues = choices.flatMap(({ value }) => (value === undefined ? [] : [value]))
  return allowedValues.length === 0 ? {} : { allowedValues }
}

/** Reads types, which may refer to each other in circles; a type inside itself becomes any value. */
class TypeReader {
  readonly #types: Readonly<Record<string, TypeSpec>>
  readonly #open = new Set<string>()

  constructor(types: Readonly<Record<string, TypeSpec>>) {
    this.#types = types
  }

  property(spec: PropertySpec): PropertySchema {
    const { description, deprecationMessage, secret, willReplaceOnChanges, replaceOnChanges, default: value } = spec
    return {
      ...this.#type(spec),
      ...(spec.const !== undefined && { allowedValues: [spec.const] }),
      ...(description !== undefined && { description }),
      ...(deprecationMessage !== undefined && { deprecated: deprecationMessage }),
      ...(secret === true && { sensitive: true }),
      ...((willReplaceOnChanges === true || replaceOnChanges === true) && { mustRecreate: true }),
      ...(value !== undefined && { default: value }),
    }
  }

  #type({ type = '', $ref, items, additionalProperties }: TypeSpec): PropertySchema {
    if ($ref !== undefined) return this.#referred($ref)
    if (type === 'array') return { type: 'array', ...(items !== undefined && { items: this.#type(items) }) }
    if (type === 'object')
      return { type: 'map', ...(additionalProperties !== undefined && { mapValues: this.#type(additionalProperties) }) }
    return scalars[type] ?? anything
  }

  /** Reads a reference such as `#/types/aws:s3/BucketRule:BucketRule`; types of other packages and Pulumi's own types become any value. */
  #referred(ref: string): PropertySchema {
    const token = decodeURIComponent(ref.replace(/^#\/types\//, ''))
    const spec = Object.hasOwn(this.#types, token) ? this.#types[token] : undefined
    if (spec === undefined || this.#open.has(token)) return anything
    if (spec.properties === undefined) return { ...this.#type(spec), ...choicesOf(spec) }
    this.#open.add(token)
    const entries = Object.entries(spec.properties).map(([name, property]) => [name, this.property(property)] as const)
    this.#open.delete(token)
    return { type: 'object', attributes: Object.fromEntries(entries), required: spec.required ?? [] }
  }
}
