import type { TaskEvent, TaskOnNode } from '@slipway/stages'
import { visible, visibleLines } from '@slipway/source/visible'
import type { Colors } from '../console.ts'
import { shortened } from './bounds.ts'
import { durationText } from '@slipway/operations/duration'

/** Lines of a failed task's output that are shown; all that was kept is in the JSON events. */
const shownLines = 20

/** The lines that stay of an event, without the last line break; nothing for those that are only of the moment. */
export function taskEventText(event: TaskEvent, colors: Colors): string | undefined {
  switch (event.type) {
    case 'stage-started':
      return event.tasks === 0
        ? undefined
        : colors.bold(`${event.stage}: ${event.tasks === 1 ? '1 task' : `${event.tasks} tasks`}`)
    case 'task-finished':
      return `${colors.green('>')} ${nameOf(event)} done ${colors.dim(`(${durationText(event.durationMs)})`)}`
    case 'task-failed': {
      const mark = event.stops ? colors.red('x') : colors.yellow('!')
      return [
        `${mark} ${nameOf(event)} ${colors.red('failed')}: ${visibleLines(shortened(event.reason))}`,
        ...tail(event.output, colors),
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

function tail(output: string, colors: Colors): readonly string[] {
  const lines = output.trimEnd().split('\n')
  const shown = output.trimEnd() === '' ? [] : lines.slice(-shownLines)
  const cut =
    lines.length > shown.length && shown.length > 0 ? [`    … ${lines.length - shown.length} lines before`] : []
  return [...cut, ...shown.map((line) => `    ${visible(shortened(line))}`)].map((line) => colors.dim(line))
}
