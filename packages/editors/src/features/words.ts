import { fullSignature, type Blueprint } from '@slipway/engine'
import type { FunctionDefinition, PropertySchema, Value } from '@slipway/model'
import { schemaBelow, type Known } from './known.ts'
import type { Occurrence } from './occurrences.ts'

/** Markdown, a paragraph each. */
export function paragraphs(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join('\n\n')
}

/** One property in a few words: its type, and what a blueprint may do with it. */
export function propertyWords({
  type,
  items,
  computed,
  computedWhenOmitted,
  mustRecreate,
  sensitive,
}: PropertySchema): string {
  const words = [
    type === 'array' && items !== undefined ? `list of ${items.type}` : type,
    computed === true ? 'computed' : undefined,
    computedWhenOmitted === true ? 'computed when left out' : undefined,
    mustRecreate === true ? 'a change makes a new resource' : undefined,
    sensitive === true ? 'secret' : undefined,
  ]
  return words.filter((word) => word !== undefined).join(', ')
}

export function propertyHelp(name: string, schema: PropertySchema): string {
  const { description, allowedValues = [], default: fallback } = schema
  return paragraphs(
    `**${name}**: ${propertyWords(schema)}`,
    description,
    allowedValues.length === 0
      ? undefined
      : `One of: ${allowedValues.map((value) => `\`${wordOf(value)}\``).join(', ')}`,
    typeof fallback === 'object' || fallback === undefined ? undefined : `Default: \`${wordOf(fallback)}\``,
  )
}

/** A scalar as it is written. */
export function wordOf(value: Value): string {
  return typeof value === 'object' ? '' : String(value)
}

export function functionHelp(definition: FunctionDefinition): string {
  return paragraphs(`\`${fullSignature(definition)}\``, definition.summary)
}

export function typeHelp(type: string, known: Known): string | undefined {
  const found = known.resourceTypes.get(type) ?? known.dataSourceTypes.get(type)
  return found && paragraphs(`**${type}**: ${found.label}`, found.description)
}

/** Explains the thing that an occurrence names. */
export function occurrenceHelp({ kind, name, path = [] }: Occurrence, blueprint: Blueprint, known: Known): string {
  switch (kind) {
    case 'variable': {
      const declared = blueprint.variables.get(name)
      const secret = declared?.secret === true ? ', secret' : ''
      return paragraphs(`variable **${name}**: ${declared?.type ?? 'not declared'}${secret}`, declared?.description)
    }
    case 'value':
      return `value **${name}**: ${blueprint.values.get(name)?.type ?? 'not declared'}`
    case 'child':
      return `child **${name}**`
    case 'datasource':
      return dataSourceHelp(name, path, blueprint, known)
    case 'resource':
      return resourceHelp(name, path, blueprint, known)
  }
}

function resourceHelp(name: string, path: Occurrence['path'] & object, blueprint: Blueprint, known: Known): string {
  const type = blueprint.resources.get(name)?.type.value
  if (type === undefined) return `resource **${name}**: not declared`
  const steps = typeof path[0] === 'number' ? path.slice(1) : path
  const schema = steps[0] === 'spec' ? schemaBelow(known.resourceTypes.get(type)?.schema, steps.slice(1)) : undefined
  if (schema !== undefined && steps.length > 1) {
    return propertyHelp(`${name}.${steps.join('.')}`, schema)
  }
  return paragraphs(`resource **${name}**`, typeHelp(type, known) ?? type)
}

function dataSourceHelp(name: string, path: Occurrence['path'] & object, blueprint: Blueprint, known: Known): string {
  const type = blueprint.dataSources.get(name)?.type.value
  if (type === undefined) return `data source **${name}**: not declared`
  const [field] = path
  const found = known.dataSourceTypes.get(type)?.fields[String(field)]
  if (found !== undefined) return paragraphs(`**${name}.${String(field)}**: ${found.type}`, found.description)
  return paragraphs(`data source **${name}**`, typeHelp(type, known) ?? type)
}
