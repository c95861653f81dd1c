import { valueMap, isList, isMap, type Value } from '@slipway/model'
import type { OrderedTask } from './order-tasks.ts'

/** A task of an earlier order, as the notes of a run record it. */
export interface RecordedTask {
  readonly plugin: string
  readonly version: string
  readonly task: string
  readonly stage: string
}

/** One line of the difference between two orders. */
export type OrderChange =
  | { readonly kind: 'added' | 'removed'; readonly task: RecordedTask }
  | { readonly kind: 'moved' | 'renumbered'; readonly task: RecordedTask; readonly was: RecordedTask }

export function recordedOrder(tasks: readonly OrderedTask[]): readonly RecordedTask[] {
  return tasks.map(({ task, pluginVersion }) => ({
    plugin: task.plugin,
    version: pluginVersion,
    task: task.key,
    stage: task.stageText,
  }))
}

/** For `RunRecord.notes`. */
export function orderToNotes(order: readonly RecordedTask[]): Value {
  return valueMap([['taskOrder', order.map(({ plugin, version, task, stage }) => ({ plugin, version, task, stage }))]])
}

/** `undefined` when the notes hold no order. */
export function orderFromNotes(notes: Value | undefined): readonly RecordedTask[] | undefined {
  const list = isMap(notes) ? notes['taskOrder'] : undefined
  if (!isList(list)) return undefined
  return list.flatMap((item) => {
    const text = (key: string): string => (isMap(item) && typeof item[key] === 'string' ? item[key] : '')
    return isMap(item)
      ? [{ plugin: text('plugin'), version: text('version'), task: text('task'), stage: text('stage') }]
      : []
  })
}

/**
 * The changes, in the new order; removals come first. Tasks with another number count as moved, and beyond them as few tasks as possible.
 */
export function diffOrders(before: readonly RecordedTask[], now: readonly RecordedTask[]): readonly OrderChange[] {
  const previous = new Map(before.map((task, rank) => [identity(task), { task, rank }]))
  const current = new Set(now.map(identity))
  const removed = before.filter((task) => !current.has(identity(task)))
  const both = now.flatMap((task): readonly Kept[] => {
    const old = previous.get(identity(task))
    if (old === undefined) return []
    // A task with another number counts as moved: all such tasks together weigh less than one task that keeps its number.
    return [{ rank: old.rank, weight: old.task.stage === task.stage ? now.length + 1 : 1 }]
  })
  const kept = stayingRanks(both, before.length)
  const changes = now.flatMap((task): OrderChange[] => {
    const old = previous.get(identity(task))
    if (old === undefined) return [{ kind: 'added', task }]
    if (!kept.has(old.rank)) return [{ kind: 'moved', task, was: old.task }]
    return old.task.stage === task.stage ? [] : [{ kind: 'renumbered', task, was: old.task }]
  })
  return [...removed.map((task): OrderChange => ({ kind: 'removed', task })), ...changes]
}

/** For people: `~ plugin1/setup moves: post_deployment/100, was post_deployment/50`. */
export function renderOrderChange(change: OrderChange): string {
  const { plugin, task, stage } = change.task
  const name = `${plugin}/${task}`
  switch (change.kind) {
    case 'added':
      return `+ ${name} is new: ${stage}`
    case 'removed':
      return `- ${name} is gone: ${stage}`
    case 'moved':
      return `~ ${name} moves: ${stage}${stage === change.was.stage ? '' : `, was ${change.was.stage}`}`
    case 'renumbered':
      return `~ ${name} keeps its place: ${stage}, was ${change.was.stage}`
  }
}

function identity({ plugin, task }: RecordedTask): string {
  return `${plugin}/${task}`
}

/** A task that both orders have. */
interface Kept {
  /** Its position in the earlier order, from 0. */
  readonly rank: number
  readonly weight: number
}

/**
 * The earlier ranks of the tasks that stay while the others move: a heaviest rising sequence. A tree of maxima over ranks, like Fenwick's, finds the
 * best predecessor of each task.
 */
function stayingRanks(tasks: readonly Kept[], count: number): ReadonlySet<number> {
  const sums: number[] = []
  const follows: (number | undefined)[] = []
  const best: (number | undefined)[] = Array.from({ length: count + 1 })
  const heavier = (a: number | undefined, b: number | undefined): number | undefined =>
    b === undefined || (a !== undefined && (sums[a] ?? 0) >= (sums[b] ?? 0)) ? a : b
  let last: number | undefined
  for (const [index, { rank, weight }] of tasks.entries()) {
    let previous: number | undefined
    for (let below = rank; below > 0; below -= below & -below) previous = heavier(previous, best[below])
    follows.push(previous)
    sums.push(weight + (previous === undefined ? 0 : (sums[previous] ?? 0)))
    for (let above = rank + 1; above <= count; above += above & -above) best[above] = heavier(best[above], index)
    last = heavier(last, index)
  }
  const staying = new Set<number>()
  for (let index = last; index !== undefined; index = follows[index]) staying.add(tasks[index]?.rank ?? 0)
  return staying
}
