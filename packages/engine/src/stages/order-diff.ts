import { valueMap, isList, isMap, type Value } from '@slipway/model'
import type { OrderedTask } from './order.ts'

/** A task of an order that was used, as it is kept in the notes of a run. */
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

/** What has changed, in the new order; what is gone comes first. A move names as few tasks as will do. */
export function diffOrders(before: readonly RecordedTask[], now: readonly RecordedTask[]): readonly OrderChange[] {
  const previous = new Map(before.map((task, place) => [identity(task), { task, place }]))
  const current = new Set(now.map(identity))
  const removed = before.filter((task) => !current.has(identity(task)))
  const places = now.flatMap((task) => previous.get(identity(task))?.place ?? [])
  const kept = longestRise(places)
  const changes = now.flatMap((task): OrderChange[] => {
    const old = previous.get(identity(task))
    if (old === undefined) return [{ kind: 'added', task }]
    if (!kept.has(old.place)) return [{ kind: 'moved', task, was: old.task }]
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

/** The members of a longest rising run of the numbers: what can stay while the others move. */
function longestRise(numbers: readonly number[]): ReadonlySet<number> {
  /** For each length, the index of the smallest number that ends a run of it. */
  const ends: number[] = []
  const previous: (number | undefined)[] = []
  for (const [index, number] of numbers.entries()) {
    const length = firstNotBelow(ends, number, numbers)
    previous.push(length === 0 ? undefined : ends[length - 1])
    ends[length] = index
  }
  const rise = new Set<number>()
  for (let index = ends.at(-1); index !== undefined; index = previous[index]) rise.add(numbers[index] ?? 0)
  return rise
}

function firstNotBelow(ends: readonly number[], number: number, numbers: readonly number[]): number {
  let low = 0
  let high = ends.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1
    else high = middle
  }
  return low
}
