import type { DataSourceTypeDefinition, FilterFieldSchema, PropertySchema } from '@slipway/model'
import { didYouMean, type DiagnosticList } from '@slipway/source'
import type { CheckedDataSource } from '../checked.ts'
import type { DataSourceDeclaration, FilterDeclaration } from '../../language/declarations.ts'
import type { Scope } from '../../evaluate/scope.ts'
import { own } from '../../language/own.ts'
import { valueTypes } from '../../language/parse/variables.ts'
import { resolveValue } from './resolve-spec.ts'

/** All operators, for fields that do not say which operators they support. */
export const filterOperators: readonly string[] = [
  '=',
  '!=',
  '>',
  '>=',
  '<',
  '<=',
  'in',
  'not in',
  'has key',
  'not has key',
  'contains',
  'not contains',
  'starts with',
  'not starts with',
  'ends with',
  'not ends with',
]

/** Checks a data source against its definition. Unknown parts of its filters are skipped. */
export function checkDataSource(
  declared: DataSourceDeclaration,
  definition: DataSourceTypeDefinition,
  scope: Scope,
  list: DiagnosticList,
): void {
  for (const filter of declared.filters) checkFilter(declared.name, filter, definition, scope, list)
  checkConflicts(declared, definition, list)
  if (definition.hasMoreFields === true) return refuseAll(declared, list)
  if (declared.exports === '*') return
  for (const [name, { type, aliasFor, origin }] of declared.exports) {
    const field = own(definition.fields, aliasFor?.value ?? name)
    if (field === undefined) {
      const place = aliasFor?.origin ?? origin
      const names = Object.keys(definition.fields)
      const hint = didYouMean(aliasFor?.value ?? name, names) ?? `there are: ${names.join(', ')}`
      list.error(
        'blueprint/unknown-attribute',
        place.start,
        place.end,
        `${declared.type.value} has no field "${aliasFor?.value ?? name}"`,
        { hint },
      )
    } else if (field.type !== type.value && valueTypes.some((known) => known === type.value)) {
      const message = `"${name}" is exported as ${type.value}, but the field is of the type ${field.type}`
      list.error('blueprint/wrong-type', type.origin.start, type.origin.end, message, { hint: `write ${field.type}` })
    }
  }
}

/** Refuses `*` for a type whose fields are only known once it is read. Such fields must be named. */
function refuseAll({ name, type, exports, origin }: DataSourceDeclaration, list: DiagnosticList): void {
  if (exports !== '*') return
  const message = `the data source "${name}" must say which fields it reads: those of ${type.value} are only known once it is read`
  list.error('blueprint/wrong-shape', origin.start, origin.end, message, {
    hint: 'write the fields below "exports": { url: { type: string } }',
  })
}

/** The exports with `*` written out. */
export function exportsOf(
  declared: DataSourceDeclaration,
  definition: DataSourceTypeDefinition,
): CheckedDataSource['exports'] {
  const entries =
    declared.exports === '*'
      ? Object.entries(definition.fields).map(([name, { type }]) => [name, { type }] as const)
      : Array.from(
          declared.exports,
          ([name, { type, aliasFor }]) =>
            [name, { type: type.value, ...(aliasFor && { aliasFor: aliasFor.value }) }] as const,
        )
  return Object.assign(Object.create(null) as object, Object.fromEntries(entries))
}

function checkFilter(
  name: string,
  { field, operator, search }: FilterDeclaration,
  definition: DataSourceTypeDefinition,
  scope: Scope,
  list: DiagnosticList,
): void {
  const known = own(definition.filterFields, field.value)
  const names = Object.keys(definition.filterFields)
  if (known === undefined && names.length > 0) {
    const hint = didYouMean(field.value, names) ?? `there are: ${names.join(', ')}`
    list.error(
      'blueprint/unknown-attribute',
      field.origin.start,
      field.origin.end,
      `${definition.type} has no filter field "${field.value}"`,
      { hint },
    )
  }
  const operators =
    known !== undefined && known.supportedOperators.length > 0 ? known.supportedOperators : filterOperators
  if (!operators.includes(operator.value)) {
    const hint = didYouMean(operator.value, operators) ?? `there are: ${operators.join(', ')}`
    list.error(
      'blueprint/unknown-word',
      operator.origin.start,
      operator.origin.end,
      `"${operator.value}" is not an operator for "${field.value}"`,
      { hint },
    )
  }
  if (search.length > 1 && !takesLists.includes(operator.value)) {
    const { start, end } = search[1]?.origin ?? field.origin
    const message = `"${operator.value}" compares "${field.value}" with one value, but here there are ${search.length}`
    list.error('blueprint/wrong-type', start, end, message, { hint: `lists are for ${takesLists.join(', ')}` })
  }
  const schema = searchSchema(known, operator.value)
  const report = ({ code, origin, message, hint }: Parameters<Parameters<typeof resolveValue>[3]['report']>[0]) =>
    list.error(code, origin.start, origin.end, message, { hint })
  for (const item of search) resolveValue(item, schema, scope, { root: `datasources.${name}.filter`, report })
}

/** Operators that compare with several values. */
const takesLists: readonly string[] = ['=', '!=', 'in', 'not in']

const scalar: PropertySchema = {
  type: 'union',
  oneOf: [{ type: 'string' }, { type: 'integer' }, { type: 'float' }, { type: 'boolean' }],
}

/**
 * The schema for the search of a filter. A search for a key or a part takes any scalar, whatever the type of the field. If the operator
 * takes lists, an expression may give one.
 */
function searchSchema(field: FilterFieldSchema | undefined, operator: string): PropertySchema {
  const isOrdered = ['>', '>=', '<', '<='].includes(operator)
  const type = field?.type
  const isKnown = type === 'string' || type === 'integer' || type === 'float' || type === 'boolean'
  const one: PropertySchema = isKnown && (isOrdered || takesLists.includes(operator)) ? { type } : scalar
  if (!takesLists.includes(operator)) return one
  const items: PropertySchema = isKnown ? one : scalar
  const each = one.type === 'union' ? (one.oneOf ?? []) : [one]
  return { type: 'union', oneOf: [...each, { type: 'array', items }] }
}

function checkConflicts(
  declared: DataSourceDeclaration,
  definition: DataSourceTypeDefinition,
  list: DiagnosticList,
): void {
  const used = new Set(declared.filters.map(({ field }) => field.value))
  for (const { field } of declared.filters) {
    const other = own(definition.filterFields, field.value)?.conflictsWith?.find((name) => used.has(name))
    if (other === undefined) continue
    const message = `the filter fields "${field.value}" and "${other}" cannot be used together`
    list.error('blueprint/filter-conflict', field.origin.start, field.origin.end, message, {
      hint: 'remove one of them',
    })
  }
}
