import type { Diagnostic } from '@slipway/model'
import {
  DiagnosticList,
  entryOf,
  readSource,
  formOf,
  type MapEntry,
  type MapNode,
  type SourceText,
  type TreeNode,
} from '@slipway/source'
import type { Blueprint, Written } from '../declarations.ts'
import { withLongOptions } from './places-of-options.ts'
import { readDataSource } from './data-sources.ts'
import { expressionOf } from './expression-of.ts'
import { readExport } from './exports.ts'
import { readInclude } from './includes.ts'
import { readOwnMetadata } from './own-metadata.ts'
import { optional } from './optional.ts'
import { readResource } from './resources.ts'
import { Section, isEmpty, namedEntries, wrongShape } from './section.ts'
import { readValue, readVariable } from './variables.ts'

/** The only version of the language. */
export const blueprintVersion = '2025-11-02'

const keys = [
  'version',
  'transform',
  'variables',
  'values',
  'include',
  'resources',
  'datasources',
  'exports',
  'metadata',
]

export interface ReadBlueprint {
  /** The parts of the blueprint that could be read; absent if the text is not even a map. */
  readonly blueprint?: Blueprint
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads a blueprint in any of its forms. Never throws, whatever the text contains. */
export function readBlueprint(file: string, text: string): ReadBlueprint {
  const { source, tree, diagnostics } = readSource(file, text)
  if (tree === undefined) return { diagnostics }
  return parseBlueprint(source, tree, diagnostics)
}

/** Reads a blueprint from a tree. `earlier` has the diagnostics from reading the tree. */
export function parseBlueprint(source: SourceText, tree: TreeNode, earlier: readonly Diagnostic[] = []): ReadBlueprint {
  const list = new DiagnosticList(source)
  if (tree.kind !== 'map') {
    if (isEmpty(tree))
      list.error('blueprint/empty', 0, 0, `${source.file} is empty`, {
        hint: `begin with "version: ${blueprintVersion}"`,
      })
    else wrongShape(tree, 'a blueprint', 'a map', list)
    return { diagnostics: [...earlier, ...list.sorted()] }
  }
  const section = Section.of(tree, 'the blueprint', keys, list)
  if (section !== undefined) {
    checkVersion(section)
  }
  const transforms = section === undefined ? [] : readTransforms(section)
  const metadata = entryOf(tree, 'metadata')
  const unreadable = new Set<string>()
  const declared = <T>(key: string, read: ReadEntry<T>) => declarations(tree, key, read, list, unreadable)
  const blueprint = {
    source,
    variables: declared('variables', readVariable),
    values: declared('values', readValue),
    dataSources: declared('datasources', readDataSource),
    resources: declared('resources', readResource),
    exports: declared('exports', readExport),
    includes: declared('include', readInclude),
    unreadable,
    transforms,
    ...(transforms.length > 0 && { tree: withLongOptions(tree) as MapNode }),
    ...readOwnMetadata(tree, list),
    ...optional('metadata', metadata === undefined ? undefined : expressionOf(withoutOwn(metadata), list)),
  }
  const diagnostics = [...earlier, ...list.sorted()]
  return { blueprint: { ...blueprint, diagnostics }, diagnostics }
}

/** Removes the part for Slipway, which has already been read and is not metadata. */
function withoutOwn(metadata: TreeNode): TreeNode {
  if (metadata.kind !== 'map') return metadata
  return { ...metadata, entries: metadata.entries.filter(({ key }) => key !== 'slipway') }
}

type ReadEntry<T> = (entry: MapEntry, list: DiagnosticList) => T | undefined

function declarations<T>(
  tree: MapNode,
  key: string,
  read: ReadEntry<T>,
  list: DiagnosticList,
  unreadable: Set<string>,
): ReadonlyMap<string, T> {
  const found = new Map<string, T>()
  for (const entry of namedEntries(entryOf(tree, key), key, list)) {
    const declaration = read(entry, list)
    if (declaration === undefined) unreadable.add(`${key}.${entry.key}`)
    else found.set(entry.key, declaration)
  }
  return found
}

function checkVersion(section: Section): void {
  const written = section.get('version') === undefined ? missingVersion(section) : section.needText('version')
  if (written === undefined || written.value === blueprintVersion) return
  const message = `this is version "${written.value}" of the blueprint language, which Slipway does not know`
  section.error('blueprint/version', written.origin, message, `write ${blueprintVersion}`)
}

function missingVersion(section: Section): undefined {
  const { start } = section.origin
  const { file, text } = section.diagnostics.source
  const hint = `add ${formOf(file, text) === 'bp' ? `version "${blueprintVersion}"` : `"version: ${blueprintVersion}"`}`
  section.error('blueprint/version', { start, end: start + 1 }, 'the blueprint does not say its version', hint)
}

function readTransforms(section: Section): readonly Written<string>[] {
  const node = section.get('transform')?.value
  if (node === undefined || isEmpty(node)) return []
  const items = node.kind === 'list' ? node.items : [node]
  return items
    .map((item) => section.literalText(item, `${section.path}.transform`))
    .filter((written) => written !== undefined)
}
