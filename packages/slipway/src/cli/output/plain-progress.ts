import { visible } from '@slipway/source/visible'
import { paint, type Output } from '../console.ts'
import { BatchedOutput } from './batched-output.ts'
import { doingText, lastingText } from './event-text.ts'
import type { TaskTextOptions } from './task-event-text.ts'
import type { Progress } from './progress-sink.ts'

/** While nothing else happens, a line this often says that something does. Milliseconds. */
const heartbeatEvery = 10_000

/** One line per event, for logs. */
export function plainProgress(output: Output, options: TaskTextOptions = {}): Progress {
  const colors = paint(output)
  const lines = new BatchedOutput(output)
  const running = new Map<string, string>()
  let operation = ''
  const heartbeat = setInterval(() => {
    const [first, ...more] = running
    if (first === undefined) return
    const others = more.length === 0 ? '' : ` and ${more.length} more`
    lines.write(`… still ${first[1]} ${visible(first[0])}${others}\n`)
  }, heartbeatEvery)
  heartbeat.unref()
  return {
    sink: (event) => {
      if (event.type === 'run-started') operation = event.operation
      if (event.type === 'step-started') running.set(event.name, doingText(event, operation))
      if (event.type === 'step-finished' || event.type === 'step-failed') running.delete(event.name)
      const line = lastingText(event, colors, operation, options)
      if (line === undefined) return
      heartbeat.refresh()
      lines.write(`${line}\n`)
    },
    say: (text) => {
      lines.write(`${text}\n`)
      lines.flush()
    },
    pause: () => lines.flush(),
    resume: () => undefined,
    close: () => {
      clearInterval(heartbeat)
      lines.flush()
    },
  }
}
