import { optionNames } from '@slipway/model'
import { entryOf, type TreeNode } from '@slipway/source'
import type { DataSourceDeclaration, ResourceDeclaration, WrittenMetadata } from '../declarations.ts'
import type { Expression } from '../expression.ts'
import { demandNames, readDemands } from './conditions.ts'
import { expressionOf } from './expression-of.ts'
import { optional } from './optional.ts'
import { isEmpty, Section, wrongShape } from './section.ts'

type DataSourceMetadata = Pick<DataSourceDeclaration, 'metadata' | 'options' | 'hasShortOptions'>

type OptionsOfResource = Pick<ResourceDeclaration, 'eachKey' | 'mayBeEmpty' | 'options' | 'hasShortOptions' | 'demands'>

type ResourceMetadata = OptionsOfResource & Pick<ResourceDeclaration, 'metadata' | 'labels' | 'description'>

/** Options of resources that are not in the table, and are read elsewhere. */
export const readApart = ['eachKey', 'mayBeEmpty', ...demandNames] as const

/** The keys below `metadata` of a resource. */
export const metadataKeys = ['displayName', 'labels', 'annotations', 'custom', 'description'] as const

/**
 * The names of our own options, which are not part of the public language. They are in `metadata.custom.slipway`, which other tools leave alone, or,
 * with less writing, in `options` beside the spec.
 */
const ofResources: readonly string[] = [...optionNames(), ...readApart]
const apart: ReadonlySet<string> = new Set(readApart)
const ofDataSources = optionNames((option) => option.ofDataSources === true)

export function readResourceMetadata(section: Section): ResourceMetadata {
  const metadata = metadataOf(section, metadataKeys)
  return {
    labels: metadata === undefined ? {} : readLabels(metadata, 'labels'),
    metadata: metadata === undefined ? {} : readExpressions(metadata),
    ...readOptions(section, metadata, ofResources),
    ...optional('description', metadata?.expression('description')),
  }
}

export function readDataSourceMetadata(section: Section): DataSourceMetadata {
  const metadata = metadataOf(section, ['displayName', 'annotations', 'custom', 'description'])
  return {
    metadata: metadata === undefined ? {} : readExpressions(metadata),
    ...readOptions(section, metadata, ofDataSources),
  }
}

/** The metadata of a resource. Unknown keys are only a warning, because other tools put their own keys there. */
function metadataOf(section: Section, known: readonly string[]): Section | undefined {
  const node = section.get('metadata')?.value
  if (node === undefined || isEmpty(node)) return undefined
  return Section.of(node, `${section.path}.metadata`, known, section.diagnostics, 'warning')
}

/** The custom metadata without the options for Slipway, which are not metadata: no provider gets them, and a change to them changes no resource. */
function withoutSlipway(custom: Expression): Expression | undefined {
  if (custom.kind !== 'map') return custom
  const kept = custom.entries.flatMap((entry, index) => (entry[0] === 'slipway' ? [] : [{ entry, index }]))
  if (kept.length === custom.entries.length) return custom
  if (kept.length === 0) return undefined
  const { keyStarts } = custom
  return {
    ...custom,
    entries: kept.map(({ entry }) => entry),
    ...optional('keyStarts', keyStarts && kept.map(({ index }) => keyStarts[index] ?? custom.origin.start)),
  }
}

function readOptions(owner: Section, metadata: Section | undefined, names: readonly string[]): OptionsOfResource {
  const { node, path, isShort } = writtenOptions(owner, metadata)
  if (node === undefined) return {}
  const section = Section.of(node, path, names, owner.diagnostics)
  const [eachKey, mayBeEmpty] = [section?.expression('eachKey'), section?.expression('mayBeEmpty')]
  if (node.kind !== 'map') return {}
  const entries = node.entries.filter(({ key }) => !apart.has(key) && names.includes(key))
  const demands = section && names.includes('preconditions') ? readDemands(section) : undefined
  const beside = {
    ...optional('eachKey', eachKey),
    ...optional('mayBeEmpty', mayBeEmpty),
    ...optional('demands', demands),
    ...(isShort && { hasShortOptions: true as const }),
  }
  if (entries.length === 0) return beside
  return { ...beside, options: expressionOf({ ...node, entries }, owner.diagnostics) }
}

interface WrittenOptions {
  readonly node: TreeNode | undefined
  readonly path: string
  readonly isShort: boolean
}

/** The written options of one resource, which must all be in one place. */
function writtenOptions(owner: Section, metadata: Section | undefined): WrittenOptions {
  const custom = metadata?.get('custom')?.value
  const long = custom?.kind === 'map' ? filled(entryOf(custom, 'slipway')) : undefined
  const short = owner.get('options')
  if (short === undefined || filled(short.value) === undefined)
    return { node: long, path: `${owner.path}.metadata.custom.slipway`, isShort: false }
  const at = { start: short.keyStart, end: short.keyEnd }
  if (long !== undefined)
    owner.error(
      'blueprint/bad-option',
      at,
      `${owner.path} has options in two places: in "options" and in metadata.custom.slipway`,
      'move all of them to "options", or all to metadata.custom.slipway, which other tools leave alone',
    )
  return { node: short.value, path: `${owner.path}.options`, isShort: true }
}

function filled(node: TreeNode | undefined): TreeNode | undefined {
  return node === undefined || isEmpty(node) ? undefined : node
}

function readExpressions(metadata: Section): WrittenMetadata {
  const custom = metadata.expression('custom')
  return {
    ...optional('displayName', metadata.expression('displayName')),
    ...optional('annotations', metadata.expression('annotations')),
    ...optional('custom', custom && withoutSlipway(custom)),
  }
}

/** A map of literal texts. */
export function readLabels(section: Section, name: string): Readonly<Record<string, string>> {
  const labels: Record<string, string> = Object.create(null)
  const node = section.get(name)?.value
  if (node === undefined || isEmpty(node)) return labels
  const path = `${section.path}.${name}`
  if (node.kind === 'map') {
    for (const { key, value } of node.entries) {
      const written = section.literalText(value, `${path}.${key}`)
      if (written !== undefined) labels[key] = written.value
    }
  } else wrongShape(node, path, 'a map', section.diagnostics)
  return labels
}
