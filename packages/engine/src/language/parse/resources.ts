import type { DiagnosticList, MapEntry, TreeNode } from '@slipway/source'
import type { LinkSelector, ResourceDeclaration, Written } from '../declarations.ts'
import type { CallArgument, Expression } from '../expression.ts'
import { expressionOf } from './expression-of.ts'
import { readLabels, readResourceMetadata } from './metadata.ts'
import { optional } from './optional.ts'
import { Section, isEmpty, wrongShape } from './section.ts'

/** The keys of a resource. */
export const resourceKeys = [
  'type',
  'description',
  'metadata',
  'dependsOn',
  'condition',
  'each',
  'linkSelector',
  'removalPolicy',
  'options',
  'spec',
] as const

/** The possible fates of a resource that is no longer wanted. */
export const removalPolicies = ['delete', 'retain'] as const

export function readResource(entry: MapEntry, diagnostics: DiagnosticList): ResourceDeclaration | undefined {
  const path = `resources.${entry.key}`
  const section = Section.of(entry.value, path, resourceKeys, diagnostics)
  if (section === undefined) return undefined
  const type = section.needText('type')
  const specNode = section.get('spec')?.value
  const origin = { start: entry.keyStart, end: entry.keyEnd }
  const noSpec: Expression = { kind: 'map', entries: [], origin }
  if (specNode !== undefined && specNode.kind !== 'map' && !isEmpty(specNode)) {
    wrongShape(specNode, `${path}.spec`, 'a map', diagnostics)
  }
  const declared = {
    name: entry.key,
    origin,
    spec: specNode?.kind === 'map' ? expressionOf(specNode, diagnostics) : noSpec,
    dependsOn: readDependsOn(section),
    removalPolicy: section.word('removalPolicy', removalPolicies, 'delete'),
    ...readResourceMetadata(section),
    ...optional('linkSelector', readLinkSelector(section)),
    ...optional('description', section.expression('description')),
    ...optional('condition', readCondition(section)),
    ...optional('each', section.expression('each')),
  }
  return type === undefined ? undefined : { ...declared, type }
}

function readLinkSelector(resource: Section): LinkSelector | undefined {
  const entry = resource.get('linkSelector')
  if (entry === undefined || isEmpty(entry.value)) return undefined
  const path = `${resource.path}.linkSelector`
  const section = Section.of(entry.value, path, ['byLabel', 'exclude'], resource.diagnostics)
  if (section === undefined) return undefined
  const byLabel = readLabels(section, 'byLabel')
  const origin = { start: entry.keyStart, end: entry.keyEnd }
  if (Object.keys(byLabel).length === 0)
    section.error('blueprint/missing-key', origin, `${path} needs "byLabel" with at least one label`)
  return { byLabel, exclude: readNames(section, 'exclude'), origin }
}

function readDependsOn(section: Section): readonly Written<string>[] {
  return readNames(section, 'dependsOn')
}

/** Reads one name, or a list of names. */
function readNames(section: Section, key: string): readonly Written<string>[] {
  const node = section.get(key)?.value
  if (node === undefined || isEmpty(node)) return []
  const items = node.kind === 'list' ? node.items : [node]
  return items
    .map((item) => section.literalText(item, `${section.path}.${key}`))
    .filter((written) => written !== undefined)
}

function readCondition(section: Section): Expression | undefined {
  const node = section.get('condition')?.value
  return node === undefined || isEmpty(node) ? undefined : conditionOf(node, section)
}

/** The condition of a resource. A tree of `and`, `or` and `not` is another way to write the calls of these functions. */
function conditionOf(node: TreeNode, section: Section): Expression {
  const origin = { start: node.start, end: node.end }
  if (node.kind !== 'map') return expressionOf(node, section.diagnostics)
  const [entry, ...others] = node.entries
  const path = `${section.path}.condition`
  if (entry === undefined || others.length > 0 || !['and', 'or', 'not'].includes(entry.key)) {
    section.error('blueprint/condition', origin, `${path} must hold one of "and", "or", "not", and nothing else`)
    return { kind: 'literal', value: true, origin }
  }
  if (entry.key !== 'not' && entry.value.kind !== 'list')
    wrongShape(entry.value, `${path}.${entry.key}`, 'a list', section.diagnostics)
  const items = entry.value.kind === 'list' ? entry.value.items : [entry.value]
  const args = items.map((item): CallArgument => ({ value: conditionOf(item, section) }))
  return { kind: 'call', name: entry.key, args, path: [], origin }
}
