import {
  formatPostfix,
  orderStage,
  zeroPostfix,
  type OrderRule,
  type StageConflict,
  type StageEdge,
  type StageItem,
} from '@slipway/graph'
import type { Diagnostic } from '@slipway/model'
import {
  formatLocation,
  isFree,
  stageNames,
  taskLabel,
  type Location,
  type StageName,
  type StageTask,
  type TaskPlugin,
} from '../task/task.ts'
import { edgesOfStage, type NamedEdge } from './stage-edges.ts'

/** A task in its place in the order. */
export interface OrderedTask {
  readonly task: StageTask
  readonly pluginVersion: string
  readonly directory: string
  /** The reason why it comes after the one before it: its number, an edge, the plugin's name, or the order of the file. */
  readonly rule: OrderRule
}

export interface TaskOrder {
  /** Tasks of pre_deployment, then of post_deployment. */
  readonly tasks: readonly OrderedTask[]
  readonly diagnostics: readonly Diagnostic[]
}

/** The one order of the tasks of many plugins. It does not depend on the order of the plugins. */
export function orderTasks(plugins: readonly TaskPlugin[]): TaskOrder {
  const sorted = [...plugins].sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)))
  const diagnostics = sameNames(sorted)
  const tasks = stageNames.flatMap((stage) => {
    const ordered = orderOneStage(stage, sorted)
    diagnostics.push(...ordered.diagnostics)
    return ordered.tasks
  })
  return { tasks, diagnostics }
}

function orderOneStage(stage: StageName, plugins: readonly TaskPlugin[]): TaskOrder {
  const tasks = plugins.flatMap((plugin) => plugin.tasks.filter((task) => task.stage === stage))
  const { edges, markers, diagnostics } = edgesOfStage(stage, tasks, plugins)
  const items = [...tasks.map(stageItem), ...markers]
  const { order, conflicts } = orderStage(items, edges)
  const owners = new Map(plugins.map((plugin) => [plugin.name, plugin]))
  const ordered: OrderedTask[] = []
  for (const { item, rule } of order) {
    const task = tasks[item]
    const owner = task && owners.get(task.plugin)
    if (task === undefined || owner === undefined) continue
    ordered.push({ task, rule, pluginVersion: owner.version, directory: owner.directory })
  }
  const contradictions = conflicts.map((conflict) => contradiction(conflict, edges, tasks))
  return { tasks: ordered, diagnostics: [...diagnostics, ...contradictions] }
}

/** The item of a task. Without a number, it is at 0, unless its `before` and `after` decide. */
function stageItem(task: StageTask): StageItem {
  const { plugin: name, index, postfix: number = zeroPostfix } = task
  return isFree(task) ? { name, index } : { name, index, position: { number, gap: false } }
}

function sameNames(sorted: readonly TaskPlugin[]): Diagnostic[] {
  return sorted.flatMap((plugin, index) => {
    const other = sorted[index - 1]
    if (other?.name !== plugin.name) return []
    const message = `two plugins have the name "${plugin.name}": ${formatLocation(other.location)} and ${formatLocation(plugin.location)}`
    const hint = 'rename one of them, or leave one out: tasks with the same number run by the names of their plugins'
    return [{ code: 'tasks/duplicate-plugin', severity: 'error', message, hint, ...locationOf(plugin.location) }]
  })
}

function contradiction(
  { kind, edges }: StageConflict,
  all: readonly NamedEdge[],
  tasks: readonly StageTask[],
): Diagnostic {
  const chain = edges.flatMap((edge) => all[edge] ?? [])
  const said = chain.map((edge) => `${edge.words} (${formatLocation(edge.location)})`).join('; ')
  const [first, last] = [chain[0], chain.at(-1)]
  const numbers = first === undefined || last === undefined ? '' : against(first, last, tasks)
  const message =
    kind === 'cycle'
      ? `tasks wait for each other: ${said}`
      : `"before" and "after" contradict the numbers: ${said}; but ${numbers}`
  const hint =
    kind === 'cycle'
      ? 'remove one of these declarations'
      : 'change one of the numbers, or remove the before or after; "before" and "after" place a task without a number'
  return { code: 'tasks/contradiction', severity: 'error', message, hint, ...(first && locationOf(first.location)) }
}

/** `a stands at 200 (a/tasks.yaml:2:10) and b stands at 100 (b/tasks.yaml:2:10)` */
function against(first: NamedEdge, last: NamedEdge, tasks: readonly StageTask[]): string {
  return `${standing(first, 'first', tasks)} and ${standing(last, 'second', tasks)}`
}

function standing(edge: NamedEdge, end: keyof StageEdge, tasks: readonly StageTask[]): string {
  const task = tasks[edge[end]]
  if (task === undefined) return edge.rangeWords ?? 'the range'
  return `${taskLabel(task)} is at ${formatPostfix(task.postfix ?? zeroPostfix)} (${formatLocation(task.location)})`
}

function locationOf({ file, range }: Location): Pick<Diagnostic, 'file' | 'range'> {
  return { file, range }
}
