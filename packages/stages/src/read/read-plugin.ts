import type { Diagnostic } from '@slipway/model'
import { DiagnosticList, entryOf, readYaml, type ReadResult, type TreeNode } from '@slipway/source'
import { wrongType } from './fields.ts'
import { inTextOrder, missingFile, type NamedText, type TaskPluginFiles } from './plugin-files.ts'
import { rangeWarnings } from '../task/ranges.ts'
import { readMetadata, type Metadata } from './read-metadata.ts'
import { readTask, type TaskContext } from './read-task.ts'
import { rewriteStages } from './rejected-stages.ts'
import { isStageProblem, parseStage } from '../task/stage-name.ts'
import type { StageTask, TaskPlugin } from '../task/task.ts'
import { taskTypes, type TaskType } from '../task/task-type.ts'
import { uniteTypes } from './unite-types.ts'

export interface ReadTaskPlugin {
  /** The part that could be read; absent if it has no name. */
  readonly plugin?: TaskPlugin
  /** All diagnostics: first those of the metadata, then those of the tasks, each in the order of the text. */
  readonly diagnostics: readonly Diagnostic[]
}

export interface ReadTaskPlugins {
  /** One result for each given file, in the same order. */
  readonly plugins: readonly ReadTaskPlugin[]
  /** Types that the plugins bring, each name once. Does not check for their executables. */
  readonly types: readonly TaskType[]
  /** Diagnostics about conflicting types. */
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Reads and checks the task plugins of a run; the tasks of one plugin may have types of another. Never throws, whatever the files contain.
 *
 * @param known the types that exist without a plugin.
 */
export function readTaskPlugins(
  all: readonly TaskPluginFiles[],
  known: readonly TaskType[] = taskTypes,
): ReadTaskPlugins {
  const read = all.map((files) => ({ files, metadata: readMetadata(files.metadata, files.directory) }))
  const brought = read.flatMap(({ metadata }) => metadata.types)
  const { types, diagnostics } = uniteTypes(known, brought)
  const byName = new Map([...known, ...types].map((type) => [type.name, type]))
  return { plugins: read.map(({ files, metadata }) => readOne(files, metadata, byName)), types, diagnostics }
}

/** Reads one plugin by itself. */
export function readTaskPlugin(files: TaskPluginFiles, known: readonly TaskType[] = taskTypes): ReadTaskPlugin {
  const { plugins, diagnostics } = readTaskPlugins([files], known)
  const plugin = plugins[0]?.plugin
  const all = [...plugins.flatMap((one) => one.diagnostics), ...diagnostics]
  return plugin === undefined ? { diagnostics: all } : { plugin, diagnostics: all }
}

function readOne(files: TaskPluginFiles, metadata: Metadata, types: ReadonlyMap<string, TaskType>): ReadTaskPlugin {
  const { name, version, ranges, location } = metadata
  // A plugin may bring only types.
  const idle = files.tasks.text === undefined && metadata.types.length > 0
  const tasks = idle ? { tasks: [], diagnostics: [] } : readTasks(files.tasks, name ?? '', types)
  const diagnostics = [...metadata.diagnostics, ...tasks.diagnostics]
  if (name === undefined || location === undefined) return { diagnostics }
  const plugin = { name, version, ranges, directory: files.directory, tasks: tasks.tasks, location }
  return { plugin, diagnostics: [...diagnostics, ...rangeWarnings(plugin)] }
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

/** Reports rejected stages. If the YAML has other errors as well, there are no tasks whose stages could be checked in their places. */
function reportRewritten(rewritten: ReadonlyMap<number, string>, diagnostics: DiagnosticList): void {
  for (const [start, written] of rewritten) {
    const parsed = parseStage(written)
    // A line that does not resemble a stage may be any line of a longer text.
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
