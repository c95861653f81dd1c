import type {
  DataSourceFieldSchema,
  DataSourceTypeDefinition,
  FunctionDefinition,
  FunctionParameter,
  FunctionValueType,
  PropertySchema,
  ProviderDefinition,
  ResourceTypeDefinition,
  Value,
} from '@slipway/model'

/** The input or the output side of a resource. */
type Side = 'given' | 'gets'

/** Writes the members of a TypeScript interface, one per resource type. */
export function resourceTypeMembers(definitions: readonly ResourceTypeDefinition[]): string {
  const sorted = definitions.toSorted((a, b) => (a.type < b.type ? -1 : 1))
  return sorted.map((definition) => resourceMember(definition, '  ')).join('\n')
}

/** Writes a file that declares plugins' resource types to TypeScript. Save the text beside the program as `resource-types.d.ts`. */
export function resourceTypesText(definitions: Iterable<Pick<ProviderDefinition, 'resourceTypes'>>): string {
  const types = Array.from(definitions).flatMap(({ resourceTypes }) => Object.values(resourceTypes))
  const sorted = types.toSorted((a, b) => (a.type < b.type ? -1 : 1))
  const members = sorted.map((definition) => resourceMember(definition, '    ')).join('\n')
  return `import type { Plain } from '@slipway/operations'

declare module '@slipway/operations' {
  interface ResourceTypes {
${members}
  }
}
`
}

/** Writes a resource type with a comment before it: `"acme/site": { given: …; gets: … }`. */
export function resourceMember(definition: ResourceTypeDefinition, indent: string): string {
  const { type, schema } = definition
  const inner = `${indent}  `
  const sides = (['given', 'gets'] as const).map((side) => `${inner}${side}: ${typeOf(schema, side, inner)}`)
  return `${docOf(definition, indent)}${indent}${JSON.stringify(type)}: {\n${sides.join('\n')}\n${indent}}`
}

/** Writes a data source: `"acme/zone": { filters: "name" | "tags"; gets: … }`. */
export function dataSourceMember(definition: DataSourceTypeDefinition, indent: string): string {
  const { type, fields, filterFields, hasMoreFields } = definition
  const inner = `${indent}  `
  const filters = Object.keys(filterFields).map((name) => JSON.stringify(name))
  const gets = Object.entries(fields).map(
    ([name, field]) => `${docOf(field, `${inner}  `)}${inner}  readonly ${keyOf(name)}: ${fieldType(field)}`,
  )
  const more = hasMoreFields === true ? [`${inner}  readonly [field: string]: Plain`] : []
  const lines = [
    `${inner}filters: ${filters.length === 0 ? 'never' : filters.join(' | ')}`,
    `${inner}gets: {`,
    ...gets,
    ...more,
    `${inner}}`,
  ]
  return `${docOf(definition, indent)}${indent}${JSON.stringify(type)}: {\n${lines.join('\n')}\n${indent}}`
}

/** Writes a function: `"shapes::area": (width: number, height: number) => number`. */
export function functionMember(
  called: string,
  { summary, parameters, returns }: FunctionDefinition,
  indent: string,
): string {
  const lastNeeded = parameters.findLastIndex(({ optional, variadic }) => optional !== true && variadic !== true)
  const written = parameters.map((parameter, index) => parameterText(parameter, index, index > lastNeeded))
  const doc = docOf(summary === undefined ? {} : { description: summary }, indent)
  return `${doc}${indent}${JSON.stringify(called)}: (${written.join(', ')}) => ${functionType(returns)}`
}

function parameterText(
  { name, type, variadic, optional, allowNull }: FunctionParameter,
  index: number,
  isLate: boolean,
) {
  const word = /^[a-z_]\w*$/i.test(name) ? `${name}_${index + 1}` : `argument_${index + 1}`
  const value = allowNull === true ? `${functionType(type)} | null` : functionType(type)
  if (variadic === true) return `...${word}: readonly (${value})[]`
  if (optional !== true) return `${word}: ${value}`
  return isLate ? `${word}?: ${value}` : `${word}: ${value} | undefined`
}

function functionType(type: FunctionValueType): string {
  switch (type) {
    case 'string':
    case 'boolean':
      return type
    case 'integer':
    case 'float':
      return 'number'
    case 'list':
      return 'readonly Plain[]'
    case 'map':
    case 'object':
      return '{ readonly [key: string]: Plain }'
    case 'function':
    case 'any':
      return 'Plain'
  }
}

function fieldType({ type, items, nullable }: DataSourceFieldSchema): string {
  const one = type === 'array' ? `readonly (${items === undefined ? 'Plain' : fieldType(items)})[]` : functionType(type)
  return nullable === true ? `${one} | null` : one
}

/** Returns the documentation of a type or field as a comment. */
function docOf(
  about: Partial<Pick<PropertySchema, 'label' | 'description' | 'deprecated' | 'sensitive'>>,
  indent: string,
): string {
  const { label, description, deprecated, sensitive } = about
  const kept = sensitive === true ? 'Secret: it is sealed where it is recorded, and hidden where it is shown.' : ''
  const words = oneLine([description ?? label ?? '', kept].join(' '))
  if (deprecated !== undefined)
    return `${indent}/**\n${indent} * ${words}\n${indent} * @deprecated ${oneLine(deprecated)}\n${indent} */\n`
  return words === '' ? '' : `${indent}/** ${words} */\n`
}

function typeOf(schema: PropertySchema, side: Side, indent: string): string {
  const type = plainTypeOf(schema, side, indent)
  return schema.nullable === true && !type.endsWith('null') ? `${type} | null` : type
}

function plainTypeOf(schema: PropertySchema, side: Side, indent: string): string {
  const { type, allowedValues, attributes, items, mapValues, oneOf } = schema
  if (allowedValues !== undefined && allowedValues.length > 0 && allowedValues.every(isWritten))
    return allowedValues.map((value) => JSON.stringify(value)).join(' | ')
  switch (type) {
    case 'string':
    case 'boolean':
      return type
    case 'integer':
    case 'float':
      return 'number'
    case 'array':
      return items === undefined ? 'readonly Plain[]' : `readonly (${typeOf(items, side, indent)})[]`
    case 'map':
      return `{ readonly [key: string]: ${mapValues === undefined ? 'Plain' : typeOf(mapValues, side, indent)} }`
    case 'object':
      return attributes === undefined ? '{ readonly [key: string]: Plain }' : objectOf(schema, side, indent)
    case 'union':
      return oneOf === undefined || oneOf.length === 0
        ? 'Plain'
        : [...new Set(oneOf.map((one) => typeOf(one, side, indent)))].join(' | ')
  }
}

function objectOf({ attributes = {}, required = [] }: PropertySchema, side: Side, indent: string): string {
  const inner = `${indent}  `
  const members = Object.entries(attributes).flatMap(([name, attribute]) => {
    if (isHidden(name) || (side === 'given' && attribute.computed === true)) return []
    const isThere = isAlways(attribute, side) || required.includes(name)
    return [
      `${docOf(attribute, inner)}${inner}readonly ${keyOf(name)}${isThere ? '' : '?'}: ${typeOf(attribute, side, inner)}`,
    ]
  })
  return members.length === 0 ? '{}' : `{\n${members.join('\n')}\n${indent}}`
}

/** True for fields in which Slipway and Pulumi plugins keep their own notes. */
function isHidden(name: string): boolean {
  return name.startsWith('__')
}

/** Returns true for a field that every resource has: a provider fills it in, or it has a default. */
function isAlways({ computed, computedWhenOmitted, default: fallback, nullable }: PropertySchema, side: Side): boolean {
  if (side === 'given' || nullable === true) return false
  return computed === true || computedWhenOmitted === true || fallback !== undefined
}

function isWritten(value: Value): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value)
}

function keyOf(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)
}

function oneLine(words: string): string {
  return words.replaceAll(/\s+/g, ' ').replaceAll('*/', '* /').trim()
}
