import type { PropertySchema, ProviderDefinition, ResourceTypeDefinition, Value } from '@slipway/model'

/** Which side of a resource a type is of: what it is given, or what it has. */
type Side = 'given' | 'gets'

/** The members of an interface of TypeScript, one for each type of resource: `'local/file': { given: …; gets: … }`. */
export function resourceTypeMembers(definitions: readonly ResourceTypeDefinition[]): string {
  const sorted = definitions.toSorted((a, b) => (a.type < b.type ? -1 : 1))
  return sorted.map(({ type, schema }) => memberOf(type, schema)).join('\n')
}

/**
 * A file that tells TypeScript of the types of resources that plugins have, for programs that ask for them: write it beside the program
 * as `resource-types.d.ts`.
 */
export function resourceTypesText(definitions: Iterable<Pick<ProviderDefinition, 'resourceTypes'>>): string {
  const types = Array.from(definitions).flatMap(({ resourceTypes }) => Object.values(resourceTypes))
  const members = resourceTypeMembers(types).replaceAll(/^(?=.)/gm, '  ')
  return `import type { Plain } from '@slipway/operations'

declare module '@slipway/operations' {
  interface ResourceTypes {
${members}
  }
}
`
}

function memberOf(type: string, schema: PropertySchema): string {
  const sides = (['given', 'gets'] as const).map((side) => `    ${side}: ${typeOf(schema, side, '    ')}`)
  return `  ${JSON.stringify(type)}: {\n${sides.join('\n')}\n  }`
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
    if (side === 'given' && attribute.computed === true) return []
    const isThere = isAlways(attribute, side) || required.includes(name)
    const words = attribute.description === undefined ? '' : `${inner}/** ${oneLine(attribute.description)} */\n`
    return [`${words}${inner}readonly ${keyOf(name)}${isThere ? '' : '?'}: ${typeOf(attribute, side, inner)}`]
  })
  return members.length === 0 ? '{}' : `{\n${members.join('\n')}\n${indent}}`
}

/** What a provider fills in, and what has a default, a resource has. */
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
