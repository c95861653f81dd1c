import {
  endsOfLinkType,
  type DataSourceTypeDefinition,
  type FunctionDefinition,
  type LinkTypeDefinition,
  type PropertySchema,
  type ProviderDefinition,
  type ResourceTypeDefinition,
  type VariableTypeDefinition,
} from '@slipway/model'
import type { DefinedProvider } from './provider/define-provider.ts'
import type { DefinedTransformer } from './transformer/define-transformer.ts'

/** The reference of a provider as a Markdown page, with all its types, from its definition. */
export async function referencePage(provider: DefinedProvider): Promise<string> {
  const names = await provider.define({ resourceTypes: [], dataSourceTypes: [], functions: [] })
  const definition = await provider.define({
    resourceTypes: names.resourceTypeNames,
    dataSourceTypes: names.dataSourceTypeNames,
    functions: names.functionNames,
    linkTypes: names.linkTypeNames ?? [],
    variableTypes: names.variableTypeNames ?? [],
  })
  const sections = [
    `# ${provider.displayName}`,
    provider.description,
    `Plugin \`${provider.id}\`. ${howToRead} Changing a property that *replaces* creates a new resource. ${whereFrom}`,
    ...settingsSection(definition),
    ...Object.values(definition.resourceTypes).map((type, _, all) => resourceSection(type, all)),
    ...Object.values(definition.dataSourceTypes).map(dataSourceSection),
    ...Object.values(definition.functions).map(functionSection),
    ...Object.values(definition.linkTypes ?? {}).map(linkSection),
    ...Object.values(definition.variableTypes ?? {}).map(variableSection),
  ]
  return pageOf(sections)
}

/** The reference of a transformer: the abstract types and links that blueprints may use with it. */
export async function transformerPage(transformer: DefinedTransformer): Promise<string> {
  const names = await transformer.define({ abstractResourceTypes: [] })
  const definition = await transformer.define({
    abstractResourceTypes: names.abstractResourceTypeNames,
    abstractLinkTypes: names.abstractLinkTypeNames ?? [],
  })
  return pageOf([
    `# ${transformer.displayName}`,
    transformer.description,
    `Plugin \`${transformer.id}\`, for blueprints with \`transform: ${definition.transformName}\`. ${howToRead} ${whereFrom}`,
    ...settingsSection(definition),
    ...Object.values(definition.abstractResourceTypes).map(abstractSection),
    ...Object.values(definition.abstractLinkTypes ?? {}).map(linkSection),
  ])
}

const howToRead =
  'Properties with * are required. The plugin fills in *computed* properties, and you can refer to them.'
const whereFrom = "This page is generated from the plugin's own definitions."

function pageOf(sections: readonly string[]): string {
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`
}

function settingsSection({ config: { fields } }: Pick<ProviderDefinition, 'config'>): string[] {
  const rows = Object.entries(fields).map(([name, field]) => [
    field.required === true ? `\`${name}\` *` : `\`${name}\``,
    field.type,
    [field.secret === true && 'secret', field.default !== undefined && `default \`${String(field.default)}\``],
    field.description,
  ])
  return rows.length === 0 ? [] : [['## Settings', table('setting', rows)].join('\n\n')]
}

function resourceSection(definition: ResourceTypeDefinition, all: readonly ResourceTypeDefinition[]): string {
  const { type, description, schema, settlement, examples = [] } = definition
  return [
    `## ${type}`,
    description ?? '',
    ...examples.map((example) => `\`\`\`yaml\n${example}\n\`\`\``),
    table('property', propertyRows(schema, '')),
    ...identitySentences(definition, all),
    ...linkSentences(definition),
    `If a crash interrupts a call: ${settlements[settlement]}.`,
  ].join('\n\n')
}

function abstractSection(definition: ResourceTypeDefinition): string {
  const { type, description, schema, examples = [] } = definition
  return [
    `## ${type}`,
    description ?? '',
    ...examples.map((example) => `\`\`\`yaml\n${example}\n\`\`\``),
    table('property', propertyRows(schema, '')),
    ...linkSentences(definition),
  ].join('\n\n')
}

function identitySentences(
  { type, identity }: ResourceTypeDefinition,
  all: readonly ResourceTypeDefinition[],
): string[] {
  if (identity === undefined) return []
  const { fields, scope } = identity
  const others = all.filter((other) => scope !== undefined && other.type !== type && other.identity?.scope === scope)
  const across = others.length === 0 ? '' : `, even if the other is a ${others.map((other) => other.type).join(' or ')}`
  return [
    `Two resources with the same ${fields.map((field) => `\`${field}\``).join(' and ')} are the same object${across}.`,
  ]
}

function linkSentences({ canLinkTo = [] }: ResourceTypeDefinition): string[] {
  return canLinkTo.length === 0 ? [] : [`May link to ${canLinkTo.map((type) => `\`${type}\``).join(', ')}.`]
}

const settlements = {
  find: 'Slipway looks for the resource by its resource id. If there is none, Slipway repeats the call with the same id',
  repeatable: 'Slipway repeats the call, which is safe',
  ask: 'Slipway asks you whether the call took effect',
}

/** Properties of objects stand below their object, with their path. */
function propertyRows(schema: PropertySchema, prefix: string): Cells[] {
  const rows: Cells[] = []
  for (const [name, property] of Object.entries(schema.attributes ?? {})) {
    const required = schema.required?.includes(name) === true ? ' *' : ''
    rows.push([`\`${prefix}${name}\`${required}`, typeText(property), marksOf(property), property.description])
    const below = property.type === 'union' ? (property.oneOf ?? []) : [property]
    for (const option of below) rows.push(...propertyRows(option, `${prefix}${name}.`))
  }
  return rows
}

function typeText(property: PropertySchema): string {
  if (property.allowedValues !== undefined)
    return property.allowedValues.map((value) => `\`${JSON.stringify(value)}\``).join(', ')
  if (property.type === 'array')
    return `list of ${property.items === undefined ? 'anything' : typeText(property.items)}`
  if (property.type === 'map')
    return `map of ${property.mapValues === undefined ? 'anything' : typeText(property.mapValues)}`
  if (property.type === 'union') return property.oneOf?.map(typeText).join(' or ') ?? 'anything'
  return property.type
}

type Mark = string | false

function marksOf(property: PropertySchema): Mark[] {
  const { minimum, maximum, minLength, maxLength, pattern } = property
  return [
    property.computed === true && 'computed',
    property.computedWhenOmitted === true && 'computed if omitted',
    property.mustRecreate === true && 'replaces',
    property.activatesLinkOnReference === true && 'links',
    property.sensitive === true && 'secret',
    property.default !== undefined && `default \`${JSON.stringify(property.default)}\``,
    rangeText(minimum, maximum, ''),
    rangeText(minLength, maxLength, property.type === 'array' ? ' items' : ' characters'),
    pattern !== undefined && pattern.length < 40 && `\`${pattern}\``,
  ]
}

function rangeText(from: PropertySchema['minimum'], to: PropertySchema['maximum'], what: string): Mark {
  if (from === undefined && to === undefined) return false
  if (to === undefined) return from === 1 && what !== '' ? 'not empty' : `at least ${String(from)}${what}`
  return from === undefined ? `at most ${String(to)}${what}` : `${String(from)} to ${String(to)}${what}`
}

function dataSourceSection(definition: DataSourceTypeDefinition): string {
  const { type, description, examples = [], filterFields, fields } = definition
  const filters = Object.entries(filterFields).map(([name, filter]): Cells => [
    `\`${name}\``,
    filter.type,
    filter.supportedOperators.map((operator) => `\`${operator}\``),
    filter.description,
  ])
  const rows = Object.entries(fields).map(([name, field]): Cells => [
    `\`${name}\``,
    field.type,
    [field.sensitive === true && 'secret'],
    field.description,
  ])
  return [
    `## ${type} (data source)`,
    description ?? '',
    ...examples.map((example) => `\`\`\`yaml\n${example}\n\`\`\``),
    table('filter', filters),
    table('field', rows),
  ].join('\n\n')
}

function functionSection({ name, summary, parameters, returns }: FunctionDefinition): string {
  const signature = parameters.map((each) => `${each.variadic === true ? '...' : ''}${each.name}: ${each.type}`)
  return [`## ${name}(${signature.join(', ')})`, `${summary ?? ''} Returns ${returns}.`.trim()].join('\n\n')
}

function variableSection({ type, description, options }: VariableTypeDefinition): string {
  const rows = Object.entries(options).map(([name, { value, label, description: meaning }]): Cells => [
    `\`${name}\``,
    `\`${JSON.stringify(value)}\``,
    [label],
    meaning,
  ])
  return [`## ${type} (variable)`, description ?? '', table('option', rows)].filter((part) => part !== '').join('\n\n')
}

function linkSection({ type, description, kind, priority, annotations, cardinality }: LinkTypeDefinition): string {
  const [a = '', b = ''] = endsOfLinkType(type) ?? []
  const first = priority === 'a' ? a : b
  const rows = Object.entries(annotations).map(([key, annotation]): Cells => [
    `\`${annotation.name}\`${annotation.required === true ? ' *' : ''} of a ${key.slice(0, key.indexOf('::'))}`,
    annotation.allowedValues?.map((value) => `\`${JSON.stringify(value)}\``).join(', ') ?? annotation.type,
    [annotation.default !== undefined && `default \`${JSON.stringify(annotation.default)}\``],
    annotation.description,
  ])
  return [
    `## ${type} (link)`,
    description ?? '',
    kind === 'hard' && priority !== undefined ? `The ${first} is made first.` : '',
    countText(`a ${a}`, cardinality.a),
    countText(`a ${b}`, cardinality.b),
    ...(rows.length === 0 ? [] : [table('annotation', rows)]),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function countText(whose: string, { min, max }: LinkTypeDefinition['cardinality']['a']): string {
  const words = [min > 0 && `at least ${min}`, max > 0 && `at most ${max}`].filter((word) => word !== false)
  return words.length === 0 ? '' : `Links of ${whose}: ${words.join(', ')}.`
}

type Cells = readonly (string | undefined | readonly Mark[])[]

function table(first: string, rows: readonly Cells[]): string {
  return [
    rowText([first, first === 'option' ? 'value' : 'type', '', '']),
    '|---|---|---|---|',
    ...rows.map(rowText),
  ].join('\n')
}

function rowText(cells: Cells): string {
  return `| ${cells.map((cell) => cellText(cell).replaceAll('|', '\\|')).join(' | ')} |`
}

function cellText(cell: Cells[number]): string {
  return typeof cell === 'object' ? cell.filter((mark) => mark !== false).join(', ') : (cell ?? '')
}
