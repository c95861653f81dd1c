import { stageRanges, type Diagnostic } from '@slipway/model'
import {
  DiagnosticList,
  didYouMean,
  entryOf,
  readYaml,
  sourceText,
  type ReadResult,
  type TreeNode,
} from '@slipway/source'
import { checkFields, join, textOf, wrongType, type Fields } from './fields.ts'
import { rangeWarnings } from './ranges.ts'
import { readTask, type TaskContext } from './read-task.ts'
import { rewriteStages } from './rejected-stages.ts'
import { isStageProblem, parseStage } from './stage-name.ts'
import type { Place, StageTask, TaskPlugin } from './task.ts'
import { taskTypes, type TaskType } from './task-type.ts'

/** A task plugin as it lies on the disk. Names are for people: they stand in diagnostics. */
export interface TaskPluginFiles {
  readonly directory: string
  readonly metadata: NamedText
  readonly tasks: NamedText
}

export interface NamedText {
  readonly file: string
  /** Absent: there is no such file. */
  readonly text: string | undefined
}

export interface ReadTaskPlugin {
  /** As much of it as could be read; absent when it has no name. */
  readonly plugin?: TaskPlugin
  /** All of them, of the metadata first, each file in the order of its text. */
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads and checks a task plugin. Never throws on anything that its files may hold. */
export function readTaskPlugin(files: TaskPluginFiles, types: readonly TaskType[] = taskTypes): ReadTaskPlugin {
  const metadata = readMetadata(files.metadata)
  const tasks = readTasks(files.tasks, metadata.name ?? '', new Map(types.map((type) => [type.name, type])))
  const { name, version, ranges, place } = metadata
  const diagnostics = [...metadata.diagnostics, ...tasks.diagnostics]
  if (name === undefined || place === undefined) return { diagnostics }
  const plugin = { name, version, ranges, directory: files.directory, tasks: tasks.tasks, place }
  return { plugin, diagnostics: [...diagnostics, ...rangeWarnings(plugin)] }
}

interface Metadata {
  readonly name: string | undefined
  readonly version: string
  readonly ranges: readonly string[]
  readonly place: Place | undefined
  readonly diagnostics: readonly Diagnostic[]
}

function readMetadata({ file, text }: NamedText): Metadata {
  if (text === undefined) {
    return {
      name: undefined,
      version: '',
      ranges: [],
      place: undefined,
      diagnostics: [missingFile(file, 'name and version')],
    }
  }
  const read = readYaml(file, text)
  const diagnostics = new DiagnosticList(read.source)
  const root = read.tree?.kind === 'map' ? read.tree : undefined
  if (root !== undefined) {
    const written = root.entries.filter(({ key }) => Object.hasOwn(metadataFields, key))
    const known = new Set(written.map(({ key }) => key))
    // Metadata is shared with other tools: keys of theirs are no concern of ours.
    const strangers = root.entries.filter(({ key }) => !known.has(key) && isSlip(key, known))
    checkFields({ ...root, entries: [...written, ...strangers] }, '', metadataFields, diagnostics)
  } else if (read.tree !== undefined) {
    wrongType(read.tree, 'metadata', 'a map with name and version', diagnostics)
  }
  const node = root && entryOf(root, 'name')
  const name = textOf(node)
  return {
    name: name !== undefined && namePattern.test(name) ? name : undefined,
    version: scalarText(root && entryOf(root, 'version')) ?? '',
    ranges: rangeNames(root && entryOf(root, 'range')).filter(isOpenRange),
    place: node && { file, range: read.source.range(node.start, node.end) },
    diagnostics: inTextOrder([...read.diagnostics, ...diagnostics.sorted()]),
  }
}

const namePattern = /^[A-Za-z0-9][\w.-]*$/

const metadataFields: Fields = {
  name: { required: true, check: checkName },
  version: { required: true, check: checkVersion },
  range: { required: false, check: checkRanges },
}

/** Only a key that is close to a required one which is not there. */
function isSlip(key: string, known: ReadonlySet<string>): boolean {
  return (
    didYouMean(
      key,
      ['name', 'version'].filter((wanted) => !known.has(wanted)),
    ) !== undefined
  )
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

/** As written: an unquoted version such as 1.10 is a number to YAML, and not one to anybody else. */
function scalarText(node: TreeNode | undefined): string | undefined {
  if (node?.kind !== 'scalar' || node.value === null || typeof node.value === 'boolean') return undefined
  return node.text
}

interface ReadTasks {
  readonly tasks: readonly StageTask[]
  readonly diagnostics: readonly Diagnostic[]
}

function readTasks({ file, text }: NamedText, plugin: string, types: ReadonlyMap<string, TaskType>): ReadTasks {
  if (text === undefined) return { tasks: [], diagnostics: [missingFile(file, 'a list of tasks')] }
  const { read, rewritten } = readWithoutRejectedStages(file, text)
  const diagnostics = new DiagnosticList(read.source)
  const context: TaskContext = { plugin, types, diagnostics, rewritten }
  if (read.tree === undefined) reportRewritten(rewritten, diagnostics)
  const tasks = taskNodes(read.tree, diagnostics).flatMap((node, index) => readTask(node, index, context) ?? [])
  reportSameIds(tasks, read.tree, diagnostics)
  return { tasks, diagnostics: inTextOrder([...read.diagnostics, ...diagnostics.sorted()]) }
}

interface RepairedRead {
  readonly read: ReadResult
  readonly rewritten: ReadonlyMap<number, string>
}

function readWithoutRejectedStages(file: string, text: string): RepairedRead {
  const read = readYaml(file, text)
  const repaired = read.tree === undefined ? rewriteStages(text) : undefined
  if (repaired === undefined) return { read, rewritten: new Map() }
  return { read: readYaml(file, repaired.text), rewritten: repaired.rewritten }
}

/** When something else is wrong with the YAML as well, there are no tasks whose stages could be checked in their places. */
function reportRewritten(rewritten: ReadonlyMap<number, string>, diagnostics: DiagnosticList): void {
  for (const [start, written] of rewritten) {
    const parsed = parseStage(written)
    // What is not near to a stage may be any line of a longer text.
    if (!isStageProblem(parsed) || parsed.code !== 'tasks/stage-separator') continue
    diagnostics.error(parsed.code, start, start + written.length, parsed.message, { hint: parsed.hint })
  }
}

function taskNodes(tree: TreeNode | undefined, diagnostics: DiagnosticList): readonly TreeNode[] {
  if (tree === undefined) return []
  if (tree.kind === 'list' && tree.items.length > 0) return tree.items
  const isEmpty = tree.kind === 'list' || (tree.kind === 'scalar' && tree.value === null)
  if (isEmpty) {
    diagnostics.error('tasks/empty', tree.start, tree.end, 'there is no task in this file', {
      hint: 'write a list of tasks, each with role, stage, type and parameters',
    })
  } else wrongType(tree, 'tasks', 'a list', diagnostics, 'begin each task with "- "')
  return []
}

function reportSameIds(tasks: readonly StageTask[], tree: TreeNode | undefined, diagnostics: DiagnosticList): void {
  const seen = new Set<string>()
  for (const { key, index } of tasks) {
    const item = tree?.kind === 'list' ? tree.items[index] : undefined
    const node = item?.kind === 'map' ? entryOf(item, 'id') : undefined
    if (seen.has(key) && node !== undefined) {
      diagnostics.error('tasks/duplicate-id', node.start, node.end, `two tasks have the id "${key}"`, {
        path: `[${index}].id`,
        hint: 'an id names one task of its plugin',
      })
    }
    seen.add(key)
  }
}

function inTextOrder(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.toSorted((a, b) => (a.range?.start.offset ?? 0) - (b.range?.start.offset ?? 0))
}

function missingFile(file: string, holds: string): Diagnostic {
  const message = `there is no ${file}`
  const range = sourceText(file, '').range(0, 0)
  return { code: 'tasks/missing-file', severity: 'error', message, file, range, hint: `make it; it holds ${holds}` }
}
