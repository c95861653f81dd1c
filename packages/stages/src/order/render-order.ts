import { formatPostfix, zeroPostfix, type OrderRule, type Postfix } from '@slipway/graph'
import type { Value } from '@slipway/model'
import type { OrderedTask } from './order-tasks.ts'
import { rangeOf } from '../task/ranges.ts'
import { formatRoles } from '../task/roles.ts'
import { formatLocation, isFree, taskLabel } from '../task/task.ts'
import type { TaskType } from '../task/task-type.ts'

/**
 * One line for each task, `stage: pre_deployment/100 # plugin1`, as written in its file. A blank line separates the stages, the numbers
 * below, at and above 0, and the ranges.
 */
export function renderOrder(tasks: readonly OrderedTask[]): string {
  let previous: string | undefined
  const lines = tasks.flatMap((ordered) => {
    const group = isFree(ordered.task) ? (previous ?? groupOf(ordered)) : groupOf(ordered)
    const line = `stage: ${ordered.task.stageText} # ${ordered.task.plugin}`
    const parted = previous !== undefined && previous !== group
    previous = group
    return parted ? ['', line] : [line]
  })
  return lines.join('\n')
}

/** The rules that decided where the number did not: `plugin1/setup before plugin2/setup: name of the plugin`. */
export function renderTies(tasks: readonly OrderedTask[]): readonly string[] {
  return tasks.flatMap((ordered, index) => {
    const before = tasks[index - 1]
    if (ordered.rule === 'postfix') return []
    if (before === undefined || before.task.stage !== ordered.task.stage) {
      return [`${taskLabel(ordered.task)} first: ${ruleWords[ordered.rule]}`]
    }
    return [`${taskLabel(before.task)} before ${taskLabel(ordered.task)}: ${ruleWords[ordered.rule]}`]
  })
}

/** The types that plugins bring: `ansible from ansible-tasks 1.0.0 (ansible-tasks/metadata.yaml:4:3): ./types/ansible`. */
export function renderTypes(types: readonly TaskType[]): readonly string[] {
  return types.flatMap(({ name, origin }) =>
    origin === undefined
      ? []
      : [`${name} from ${origin.plugin} ${origin.version} (${formatLocation(origin.location)}): ${origin.run}`],
  )
}

/** A task of the order as machines get it. */
export interface OrderEntry {
  readonly plugin: string
  readonly version: string
  /** As written. */
  readonly stage: string
  /** The number in canonical form; `0` if none is written. */
  readonly postfix: string
  readonly key: string
  readonly type: string
  /** The plugin that brings the type; absent for the types that every Slipway has. */
  readonly typePlugin?: string
  readonly role: string
  /** The parameter with the command of a shell task. Most other types have none. */
  readonly cmd?: Value
  readonly decidedBy: OrderRule
  readonly file: string
  readonly line: number
  readonly column: number
}

export function orderEntries(tasks: readonly OrderedTask[]): readonly OrderEntry[] {
  return tasks.map(({ task, pluginVersion, rule }) => ({
    plugin: task.plugin,
    version: pluginVersion,
    stage: task.stageText,
    postfix: formatPostfix(task.postfix ?? zeroPostfix),
    key: task.key,
    type: task.type,
    ...(task.typeOrigin === undefined ? {} : { typePlugin: task.typeOrigin.plugin }),
    role: formatRoles(task.roles),
    ...(task.parameters['cmd'] === undefined ? {} : { cmd: task.parameters['cmd'] }),
    decidedBy: rule,
    file: task.location.file,
    line: task.location.range.start.line,
    column: task.location.range.start.column,
  }))
}

const ruleWords: Readonly<Record<OrderRule, string>> = {
  postfix: 'number',
  edge: 'before or after',
  name: 'name of the plugin',
  'file-order': 'order in the file',
}

function groupOf({ task }: OrderedTask): string {
  const postfix = task.postfix ?? zeroPostfix
  return `${task.stage} ${signOf(postfix)} ${isZero(postfix) ? '' : (rangeOf(postfix)?.name ?? '')}`
}

function signOf(postfix: Postfix): string {
  if (isZero(postfix)) return 'at 0'
  return postfix.negative ? 'below 0' : 'above 0'
}

function isZero({ whole, fraction }: Postfix): boolean {
  return whole + fraction === ''
}
