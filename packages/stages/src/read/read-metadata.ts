import { stageRanges, type Diagnostic } from '@slipway/model'
import { DiagnosticList, didYouMean, entryOf, readYaml, type TreeNode } from '@slipway/source'
import { checkFields, join, textOf, wrongType, type Fields } from './fields.ts'
import { inTextOrder, missingFile, type NamedText } from './plugin-files.ts'
import { checkTypes, readTypes } from './read-types.ts'
import type { Location } from '../task/task.ts'
import type { TaskType } from '../task/task-type.ts'

/** The part of a task plugin's metadata that could be read. */
export interface Metadata {
  readonly name: string | undefined
  readonly version: string
  readonly ranges: readonly string[]
  /** The place of the name. */
  readonly location: Location | undefined
  /** The task types that it brings. */
  readonly types: readonly TaskType[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads the metadata of the plugin in `directory`. */
export function readMetadata({ file, text }: NamedText, directory: string): Metadata {
  if (text === undefined) {
    return {
      name: undefined,
      version: '',
      ranges: [],
      location: undefined,
      types: [],
      diagnostics: [missingFile(file, 'name and version')],
    }
  }
  const read = readYaml(file, text)
  const diagnostics = new DiagnosticList(read.source)
  const root = read.tree?.kind === 'map' ? read.tree : undefined
  if (root !== undefined) {
    const own = root.entries.filter(({ key }) => Object.hasOwn(metadataFields, key))
    const known = new Set(own.map(({ key }) => key))
    // Metadata is shared with other tools, whose keys do not concern us.
    const strangers = root.entries.filter(({ key }) => !known.has(key) && isSlip(key, known))
    checkFields({ ...root, entries: [...own, ...strangers] }, '', metadataFields, diagnostics)
  } else if (read.tree !== undefined) {
    wrongType(read.tree, 'metadata', 'a map with name and version', diagnostics)
  }
  const node = root && entryOf(root, 'name')
  const written = textOf(node)
  const name = written !== undefined && namePattern.test(written) ? written : undefined
  const version = scalarText(root && entryOf(root, 'version')) ?? ''
  const types = root && entryOf(root, 'task_types')
  return {
    name,
    version,
    ranges: rangeNames(root && entryOf(root, 'range')).filter(isOpenRange),
    location: node && { file, range: read.source.range(node.start, node.end) },
    types: types === undefined ? [] : readTypes(types, { plugin: name ?? '', version, directory }, read.source),
    diagnostics: inTextOrder([...read.diagnostics, ...diagnostics.sorted()]),
  }
}

const namePattern = /^[A-Za-z0-9][\w.-]*$/

const metadataFields: Fields = {
  name: { required: true, check: checkName },
  version: { required: true, check: checkVersion },
  range: { required: false, check: checkRanges },
  task_types: { required: false, check: checkTypes },
}

/** True for a key that is close to a missing required one, or that can only mean task_types. */
function isSlip(key: string, known: ReadonlySet<string>): boolean {
  const required = ['name', 'version'].filter((wanted) => !known.has(wanted))
  if (didYouMean(key, required) !== undefined) return true
  return !known.has('task_types') && /^tasks?[-_]?types?$/i.test(key)
}

function checkName(node: TreeNode, path: string, diagnostics: DiagnosticList): void {
  const text = textOf(node)
  if (text === undefined) return wrongType(node, path, 'text', diagnostics)
  if (namePattern.test(text)) return
  diagnostics.error('tasks/bad-name', node.start, node.end, `"${text}" cannot be the name of a plugin`, {
    path,
    hint: 'use letters, digits, "_", "-" and "."',
  })
}

function checkVersion(node: TreeNode, path: string, diagnostics: DiagnosticList): void {
  if (scalarText(node) === undefined) wrongType(node, path, 'a version such as 1.0.0', diagnostics)
}

function checkRanges(node: TreeNode, path: string, diagnostics: DiagnosticList): void {
  const items = node.kind === 'list' ? node.items : [node]
  for (const [index, item] of items.entries()) {
    const at = node.kind === 'list' ? join(path, index) : path
    const text = textOf(item)
    if (text === undefined) wrongType(item, at, 'the name of a range', diagnostics)
    else if (!isOpenRange(text)) {
      const open = stageRanges.filter(({ reserved }) => !reserved).map(({ name }) => name)
      const hint = didYouMean(text, open) ?? `the ranges are ${open.join(', ')}`
      diagnostics.error('tasks/unknown-range', item.start, item.end, `there is no range called "${text}"`, {
        hint,
        path: at,
      })
    }
  }
}

function isOpenRange(text: string): boolean {
  return stageRanges.some(({ name, reserved }) => !reserved && name === text)
}

function rangeNames(node: TreeNode | undefined): readonly string[] {
  const items = node?.kind === 'list' ? node.items : [node]
  return items.flatMap((item) => textOf(item) ?? [])
}

/** The text as written. An unquoted version such as 1.10 is only a number for YAML. */
function scalarText(node: TreeNode | undefined): string | undefined {
  if (node?.kind !== 'scalar' || node.value === null || typeof node.value === 'boolean') return undefined
  return node.text
}
