import type { PropertySchema } from '@slipway/model'
import type { DiagnosticList } from '@slipway/source'
import type { Blueprint, Written } from '../../language/declarations.ts'
import type { Expression } from '../../language/expression.ts'
import { own } from '../../language/own.ts'
import type { DefinitionLookup } from './definitions.ts'

/** The maximum number of characters of a plugin's words that are shown. */
const longest = 500

/** Warns about everything in the blueprint that its provider calls deprecated. */
export function checkDeprecated(
  { resources, dataSources }: Pick<Blueprint, 'resources' | 'dataSources'>,
  lookup: DefinitionLookup,
  list: DiagnosticList,
): void {
  const told = { list, subject: '' }
  for (const { type, spec } of resources.values()) {
    if (list.isFull) return
    const definition = lookup.resourceType(type.value)
    if (definition?.deprecated !== undefined) tellOfType(type, definition.deprecated, list)
    if (definition !== undefined && hasDeprecated(definition.schema))
      checkWritten(spec, definition.schema, { ...told, subject: type.value })
  }
  for (const { type } of dataSources.values()) {
    const deprecated = lookup.dataSourceType(type.value)?.deprecated
    if (deprecated !== undefined) tellOfType(type, deprecated, list)
  }
}

const known = new WeakMap<PropertySchema, boolean>()

/** True if the schema calls anything deprecated. Most schemas do not, and the written spec need not be searched then. */
function hasDeprecated(schema: PropertySchema): boolean {
  let has = known.get(schema)
  if (has === undefined) {
    const { items, mapValues, attributes = {} } = schema
    const below = [items, mapValues, ...Object.values(attributes)].filter((inner) => inner !== undefined)
    has = below.some((inner) => inner.deprecated !== undefined || hasDeprecated(inner))
    known.set(schema, has)
  }
  return has
}

interface Told {
  readonly list: DiagnosticList
  readonly subject: string
}

function checkWritten(expression: Expression, schema: PropertySchema, told: Told): void {
  if (expression.kind === 'list' && schema.items !== undefined)
    for (const item of expression.items) checkWritten(item, schema.items, told)
  if (expression.kind !== 'map') return
  for (const [index, [name, inner]] of expression.entries.entries()) {
    const attribute = own(schema.attributes ?? {}, name) ?? schema.mapValues
    if (attribute === undefined) continue
    const start = expression.keyStarts?.[index] ?? inner.origin.start
    if (attribute.deprecated !== undefined)
      told.list.warning(
        'blueprint/deprecated',
        start,
        start + name.length,
        `"${name}" of ${told.subject} is deprecated`,
        {
          hint: inOneLine(attribute.deprecated),
        },
      )
    checkWritten(inner, attribute, told)
  }
}

function tellOfType(
  { value, origin: { start, end } }: Written<string>,
  deprecated: string,
  list: DiagnosticList,
): void {
  list.warning('blueprint/deprecated', start, end, `${value} is deprecated`, { hint: inOneLine(deprecated) })
}

function inOneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > longest ? `${line.slice(0, longest)}…` : line
}
