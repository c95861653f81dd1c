import { formatPath, fullSignature, optionText, type Blueprint, type VariableDeclaration } from '@slipway/engine'
import type { FunctionDefinition, PropertySchema, Value } from '@slipway/model'
import { wordOf } from './items.ts'
import { schemaBelow, type Known } from './known.ts'
import type { Occurrence } from './occurrences.ts'

/** Joins the parts to Markdown, one paragraph each. */
export function paragraphs(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join('\n\n')
}

/** One property in a few words: its type, and its rules in a blueprint. */
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
    computedWhenOmitted === true ? 'computed if omitted' : undefined,
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

export function functionHelp(definition: FunctionDefinition): string {
  return paragraphs(`\`${fullSignature(definition)}\``, definition.summary)
}

export function typeHelp(type: string, known: Known): string | undefined {
  const found = known.resourceTypes.get(type) ?? known.dataSourceTypes.get(type) ?? known.variableTypes.get(type)
  return found && paragraphs(`**${type}**: ${found.label}`, found.description, optionsOf(type, known))
}

const mostOptions = 50

/**
 * The options of a variable with a provider's type, with their labels.
 * @param allowed if empty, all options are allowed
 */
function optionsOf(type: string, known: Known, allowed: readonly string[] = []): string | undefined {
  const all = Object.values(known.variableTypes.get(type)?.options ?? {})
  const options = allowed.length === 0 ? all : all.filter(({ value }) => allowed.includes(String(value)))
  const words = options.slice(0, mostOptions).map((option) => `\`${optionText(option)}\``)
  const more = options.length > mostOptions ? ` and ${options.length - mostOptions} more` : ''
  return options.length === 0 ? undefined : `One of: ${words.join(', ')}${more}`
}

/** `string, secret`; `aws/region, may be left out` */
export function variableWords({ type, custom, secret, default: fallback }: VariableDeclaration): string {
  const words = [custom?.value ?? type, secret && 'secret', fallback !== undefined && 'may be left out']
  return words.filter((word) => word !== false).join(', ')
}

function holdsSeveral(value: Value): boolean {
  return typeof value === 'object' && value !== null
}

export function variableHelp(declared: VariableDeclaration, known: Known): string {
  const { name, description, custom, allowedValues, secret, default: fallback } = declared
  const allowed = allowedValues.map(String)
  const options = custom && optionsOf(custom.value, known, allowed)
  const plain = allowed.length === 0 ? undefined : `One of: ${allowed.map((value) => `\`${value}\``).join(', ')}`
  return paragraphs(
    `variable **${name}**: ${variableWords(declared)}`,
    description,
    options ?? plain,
    fallback && !secret && !holdsSeveral(fallback.value) ? `Default: \`${wordOf(fallback.value)}\`` : undefined,
  )
}

/** Explains the thing that an occurrence names. */
export function occurrenceHelp({ kind, name, path = [] }: Occurrence, blueprint: Blueprint, known: Known): string {
  switch (kind) {
    case 'variable': {
      const declared = blueprint.variables.get(name)
      const part = path.length === 0 ? undefined : schemaBelow(declared?.shape, path)
      if (part !== undefined) return propertyHelp(formatPath(`variables.${name}`, path), part)
      return declared === undefined ? `variable **${name}**: not declared` : variableHelp(declared, known)
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
