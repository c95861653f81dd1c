import { comparePostfixes, parsePostfix, zeroPostfix, type Postfix } from '@slipway/graph'
import { stageRanges, type Diagnostic, type StageRange } from '@slipway/model'
import type { StageTask, TaskPlugin } from './task.ts'

/** The range that a number lies in; `undefined` below 0 and above the last one. */
export function rangeOf(postfix: Postfix): StageRange | undefined {
  return bounds.find(({ from, to }) => comparePostfixes(from, postfix) <= 0 && comparePostfixes(postfix, to) < 0)?.range
}

/** From its first number up to but not including the first of the next range. */
export function rangeBounds(name: string): { readonly from: Postfix; readonly to: Postfix } | undefined {
  return bounds.find(({ range }) => range.name === name)
}

const bounds = stageRanges.map((range) => ({ range, from: numberPostfix(range.from), to: numberPostfix(range.to) }))

/** Warns of tasks whose number is in a reserved range, or outside the ranges that the plugin's metadata declares. */
export function rangeWarnings(plugin: TaskPlugin): readonly Diagnostic[] {
  return plugin.tasks.flatMap((task) => {
    if (task.postfix === undefined) return []
    const range = rangeOf(task.postfix)
    if (range?.reserved === true) return [reservedWarning(task, range)]
    const declared = plugin.ranges.length === 0 || plugin.ranges.includes(range?.name ?? '')
    return declared ? [] : [outsideWarning(task, range, plugin.ranges)]
  })
}

/** `4000 - 4999 (network)` */
export function describeRange({ name, from, to, reserved }: StageRange): string {
  return `${from} - ${to - 1} (${reserved ? 'reserved' : name})`
}

function reservedWarning(task: StageTask, range: StageRange): Diagnostic {
  const open = stageRanges.filter(({ reserved }) => !reserved).map(describeRange)
  const message = `${task.stageText} is in the range ${describeRange(range)}, which is kept for future use`
  return warning('tasks/reserved-range', task, message, `the open ranges are ${open.join(', ')}`)
}

function outsideWarning(task: StageTask, range: StageRange | undefined, declared: readonly string[]): Diagnostic {
  const wanted = stageRanges
    .filter(({ name }) => declared.includes(name))
    .map(describeRange)
    .join(', ')
  const where = range === undefined ? 'in no range' : `in the range ${describeRange(range)}`
  const message = `${task.stageText} is ${where}; the metadata of ${task.plugin} declares ${wanted}`
  return warning('tasks/outside-range', task, message, 'change the number, or the range in metadata.yaml')
}

function warning(code: string, { location, index }: StageTask, message: string, hint: string): Diagnostic {
  return {
    code,
    severity: 'warning',
    message,
    hint,
    file: location.file,
    range: location.range,
    path: `[${index}].stage`,
  }
}

function numberPostfix(number: number): Postfix {
  return parsePostfix(String(number)) ?? zeroPostfix
}
