import { visible } from '@slipway/source/visible'
import { paint, type Output } from '../../console/console.ts'
import { BatchedOutput } from './batched-output.ts'
import { doingText, lastingText } from './event-text.ts'
import { signOfLife } from '../../console/sign-of-life.ts'
import type { TaskTextOptions } from './task-event-text.ts'
import type { Progress } from './progress-sink.ts'

/** One line per event, for logs. */
export function plainProgress(output: Output, options: TaskTextOptions = {}): Progress {
  const colors = paint(output)
  const lines = new BatchedOutput(output)
  const running = new Map<string, string>()
  let operation = ''
  let isAsking = false
  const life = signOfLife(() => {
    if (isAsking) return
    const [first, ...more] = running
    const others = more.length === 0 ? '' : ` and ${more.length} more`
    lines.write(first === undefined ? `… still at work\n` : `… still ${first[1]} ${visible(first[0])}${others}\n`)
  })
  return {
    sink: (event) => {
      if (event.type === 'run-started') operation = event.operation
      if (event.type === 'step-started') running.set(event.name, doingText(event, operation))
      if (event.type === 'step-finished' || event.type === 'step-failed') running.delete(event.name)
      const line = lastingText(event, colors, operation, options)
      if (line === undefined) return
      life.heard()
      lines.write(`${line}\n`)
    },
    say: (text) => {
      life.heard()
      lines.write(`${text}\n`)
      lines.flush()
    },
    pause: () => {
      isAsking = true
      lines.flush()
    },
    resume: () => {
      isAsking = false
    },
    close: () => {
      life.end()
      lines.flush()
    },
  }
}
