import type { TaskEvent, TaskOnNode } from '@slipway/stages'
import { visible, visibleBelow } from '@slipway/source/visible'
import type { Colors } from '../../console/console.ts'
import { shortened } from '../bounds.ts'
import { durationText } from '@slipway/operations/duration'

/** How many of the last lines of a task's output are shown; the JSON events contain everything that was kept. */
const shownLines = 20

export interface TaskTextOptions {
  /** Shows all kept lines. */
  readonly verbose?: boolean
}

/** The permanent lines for an event, without the last line break; nothing for an event that matters only for a moment. */
export function taskEventText(event: TaskEvent, colors: Colors, options: TaskTextOptions): string | undefined {
  switch (event.type) {
    case 'stage-started':
      return event.tasks === 0
        ? undefined
        : colors.bold(`${event.stage}: ${event.tasks === 1 ? '1 task' : `${event.tasks} tasks`}`)
    case 'task-finished':
      return [
        `${colors.green('>')} ${nameOf(event)} done ${colors.dim(`(${durationText(event.durationMs)})`)}`,
        ...tail(event, colors, options),
      ].join('\n')
    case 'task-failed': {
      const mark = event.stops ? colors.red('x') : colors.yellow('!')
      return [
        `${mark} ${nameOf(event)} ${colors.red('failed')}: ${visibleBelow(shortened(event.reason), '    ')}`,
        ...tail(event, colors, options),
      ].join('\n')
    }
    case 'task-skipped':
      return colors.yellow(`! ${nameOf(event)} skipped: ${visible(event.because)}`)
    case 'task-started':
    case 'stage-finished':
      return undefined
  }
}

/** `plugin1/setup (post_deployment/100) on local` */
function nameOf({ plugin, task, stage, node }: TaskOnNode): string {
  return `${plugin}/${task} (${stage})${node === undefined ? '' : ` on ${node}`}`
}

/** The end of a task's output; counts the lines that were not kept or are not shown. */
function tail(
  { output, dropped }: TaskEvent & { type: 'task-finished' | 'task-failed' },
  colors: Colors,
  { verbose = false }: TaskTextOptions,
): readonly string[] {
  const text = output.trimEnd()
  if (text === '') return []
  const lines = text.split('\n')
  const shown = verbose ? lines : lines.slice(-shownLines)
  const left = lines.length - shown.length
  const hidden = left === 0 ? [] : [`    … ${left} ${left === 1 ? 'line' : 'lines'} before: --verbose shows all`]
  const lost = dropped === 0 ? [] : [`    … ${dropped} bytes before were not kept`]
  const said = shown.map((line) => `    ${visible(verbose ? line : shortened(line))}`)
  return [...(left === 0 ? lost : hidden), ...said].map((line) => colors.dim(line))
}
