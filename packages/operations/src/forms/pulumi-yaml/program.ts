import { type MapEntry, type MapNode, readSource, type SourceText, type TreeNode } from '@slipway/source'
import { field, textOf } from './nodes.ts'
import { Report } from './report.ts'

/** A file of the program's folder that could be read as a map. */
export interface ProgramFile {
  readonly source: SourceText
  readonly tree: MapNode
  readonly report: Report
}

export interface ResourceEntry {
  /** The key in the program's text. */
  readonly key: string
  readonly entry: MapEntry
  readonly type: string
  /** The name in the engine. */
  readonly name: string
  readonly isDefaultProvider: boolean
  readonly properties: MapEntry | undefined
  readonly options: MapNode | undefined
  readonly optionsEntry: MapEntry | undefined
  readonly get: MapNode | undefined
}

/** A program, or a component of a plugin. */
export interface Program {
  readonly file: ProgramFile
  /** The name of the project or the component. */
  readonly name: string
  readonly description: MapEntry | undefined
  /** The maps with declared inputs. Earlier maps take precedence. */
  readonly config: readonly MapEntry[]
  readonly variables: MapEntry | undefined
  readonly resources: readonly ResourceEntry[]
  readonly resourcesEntry: MapEntry | undefined
  readonly outputs: MapEntry | undefined
  /** The other top-level entries. */
  readonly others: readonly MapEntry[]
}

/** The parts of a program and a project that are read, by their names in lower case. */
const known = new Set(['name', 'description', 'config', 'configuration', 'variables', 'resources', 'outputs', 'inputs'])

/** Reads text as a map, and reports text that is not a map. */
export function readProgramFile(path: string, text: string): ProgramFile | Report {
  const { source, tree, diagnostics } = readSource(path, text)
  const report = new Report(source)
  // Numbers such as 0600 are read as Pulumi reads them.
  report.take(diagnostics.filter(({ code }) => code !== 'source/octal-looking'))
  if (tree?.kind === 'map') return { source, tree, report }
  if (!report.hasErrors)
    report.error('convert/not-read', { start: 0, end: 0 }, `${path} is not a map of a program's parts`)
  return report
}

export function programIn(file: ProgramFile, name: string, tree: MapNode = file.tree): Program {
  const { report } = file
  const resources = mapUnder(field(tree, 'resources'), 'resources', report)
  return {
    file,
    name,
    description: field(tree, 'description'),
    config: ['config', 'configuration', 'inputs'].flatMap((key) => field(tree, key) ?? []),
    variables: field(tree, 'variables'),
    resources: entriesOf(resources).flatMap((entry) => resourceIn(entry, report) ?? []),
    resourcesEntry: field(tree, 'resources'),
    outputs: field(tree, 'outputs'),
    others: tree.entries.filter(({ key }) => !known.has(key.toLowerCase())),
  }
}

function resourceIn(entry: MapEntry, report: Report): ResourceEntry | undefined {
  const { key, value } = entry
  const place = { start: entry.keyStart, end: entry.keyEnd }
  if (value.kind !== 'map')
    return report.error('convert/not-read', place, `the resource ${key} is not a map`) as undefined
  const type = textOf(field(value, 'type')?.value)
  if (type === undefined)
    return report.error('convert/not-read', place, `the resource ${key} has no type`, {
      hint: 'write its token, such as random:RandomPet',
    }) as undefined
  for (const { key: part, keyStart } of value.entries)
    if (!['type', 'name', 'defaultprovider', 'properties', 'options', 'get'].includes(part.toLowerCase()))
      report.lost({ start: keyStart }, `${part} of the resource ${key}`, 'Pulumi YAML has no such part')
  const optionsEntry = field(value, 'options')
  const options = mapUnder(optionsEntry, `options of ${key}`, report)
  const flag = field(value, 'defaultProvider')?.value
  return {
    key,
    entry,
    type,
    name: textOf(field(value, 'name')?.value) || key,
    isDefaultProvider: flag?.kind === 'scalar' && flag.value === true,
    properties: field(value, 'properties'),
    options,
    optionsEntry,
    get: mapUnder(field(value, 'get'), `get of ${key}`, report),
  }
}

/** Returns the map under a key. A missing value counts as no map, and any other value is reported. */
export function mapUnder(entry: MapEntry | undefined, what: string, report: Report): MapNode | undefined {
  const value = entry?.value
  if (entry === undefined || value === undefined || isNothing(value)) return undefined
  if (value.kind === 'map') return value
  report.error('convert/not-read', { start: entry.keyStart, end: entry.keyEnd }, `${what} must be a map`)
  return undefined
}

export function entriesOf(map: MapNode | undefined): readonly MapEntry[] {
  return map?.entries ?? []
}

export function isNothing(node: TreeNode): boolean {
  return node.kind === 'scalar' && node.value === null
}
