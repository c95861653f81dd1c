import { optionNames } from '@slipway/model'
import { entryOf } from '@slipway/source'
import type { DataSourceDeclaration, ResourceDeclaration, WrittenMetadata } from '../declarations.ts'
import type { Expression } from '../expression.ts'
import { demandNames, readDemands } from './conditions.ts'
import { expressionOf } from './expression-of.ts'
import { optional } from './optional.ts'
import { isEmpty, Section, wrongShape } from './section.ts'

type DataSourceMetadata = Pick<DataSourceDeclaration, 'metadata' | 'options'>

type ResourceMetadata = Pick<
  ResourceDeclaration,
  'metadata' | 'labels' | 'eachKey' | 'mayBeEmpty' | 'options' | 'demands' | 'description'
>

/** Keys that are no options of the table, and are read elsewhere. */
const readApart = ['eachKey', 'mayBeEmpty', ...demandNames]

/** Our own options, which are not part of the public language, are in `metadata.custom.slipway`, which other tools leave alone. */
const ofResources = [...optionNames(), ...readApart]
const ofDataSources = optionNames((option) => option.ofDataSources === true)

export function readResourceMetadata(section: Section): ResourceMetadata {
  const metadata = metadataOf(section, ['displayName', 'labels', 'annotations', 'custom', 'description'])
  if (metadata === undefined) return { labels: {}, metadata: {} }
  return {
    labels: readLabels(metadata, 'labels'),
    metadata: readExpressions(metadata),
    ...readOptions(metadata, ofResources),
    ...optional('description', metadata.expression('description')),
  }
}

export function readDataSourceMetadata(section: Section): DataSourceMetadata {
  const metadata = metadataOf(section, ['displayName', 'annotations', 'custom', 'description'])
  if (metadata === undefined) return { metadata: {} }
  return { metadata: readExpressions(metadata), ...readOptions(metadata, ofDataSources) }
}

/** Unknown keys are only a warning: other tools put theirs there. */
function metadataOf(section: Section, known: readonly string[]): Section | undefined {
  const node = section.get('metadata')?.value
  if (node === undefined || isEmpty(node)) return undefined
  return Section.of(node, `${section.path}.metadata`, known, section.diagnostics, 'warning')
}

/** Options for Slipway are not metadata: no provider gets them, and a change to them changes no resource. */
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

function readOptions(
  metadata: Section,
  names: readonly string[],
): Pick<ResourceDeclaration, 'eachKey' | 'mayBeEmpty' | 'options' | 'demands'> {
  const custom = metadata.get('custom')?.value
  const node = custom?.kind === 'map' ? entryOf(custom, 'slipway') : undefined
  if (node === undefined || isEmpty(node)) return {}
  const section = Section.of(node, `${metadata.path}.custom.slipway`, names, metadata.diagnostics)
  const [eachKey, mayBeEmpty] = [section?.expression('eachKey'), section?.expression('mayBeEmpty')]
  if (node.kind !== 'map') return {}
  const entries = node.entries.filter(({ key }) => !readApart.includes(key) && names.includes(key))
  const demands = section && names.includes('preconditions') ? readDemands(section) : undefined
  const beside = {
    ...optional('eachKey', eachKey),
    ...optional('mayBeEmpty', mayBeEmpty),
    ...optional('demands', demands),
  }
  if (entries.length === 0) return beside
  return { ...beside, options: expressionOf({ ...node, entries }, metadata.diagnostics) }
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
