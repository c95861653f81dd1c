import { visible } from '@slipway/source/visible'
import { paint, type Colors, type Output } from '../../console/console.ts'
import { durationText } from '@slipway/operations/duration'
import { doingText, lastingText } from './event-text.ts'
import { safeText } from '../../console/safe-text.ts'
import type { TaskTextOptions } from './task-event-text.ts'
import type { Progress, ProgressEvent } from './progress-sink.ts'

/** Milliseconds between two drawings: a thousand events a second must not cause a thousand drawings. */
const frameEvery = 80
const shownSteps = 8
/** Milliseconds before work without steps is shown. */
const quietFor = 2000
const hideCursor = '\u001B[?25l'
const showCursor = '\u001B[?25h'
const eraseLine = '\u001B[2K'

interface RunningStep {
  readonly doing: string
  readonly since: number
  waiting: boolean
}

/** Permanent lines scroll up; below them are the running steps, their durations, and the expected end. */
export function liveProgress(
  output: Output,
  options: TaskTextOptions = {},
  now: () => number = () => performance.now(),
): Progress {
  const colors = paint(output)
  const show = (picture: string): void => (output.draw === undefined ? output.write(picture) : output.draw(picture))
  const steps = new StepBoard(now)
  let operation = ''
  let drawn = 0
  let lasting = ''
  let closed = false
  let paused = false

  const draw = (): void => {
    const picture = closed ? [] : steps.lines(colors, output.columns)
    const up = drawn === 0 ? '' : `\u001B[${drawn}A\r`
    const wiped = drawn === 0 ? '' : `${up}${`${eraseLine}\n`.repeat(drawn)}${up}`
    if (wiped !== '' || lasting !== '' || picture.length > 0) {
      const below = safeText(`${lasting}${picture.map((line) => `${line}\n`).join('')}`, output.color)
      show(`${wiped}${below}`)
    }
    lasting = ''
    drawn = picture.length
  }
  const timer = setInterval(() => {
    if (!paused) draw()
  }, frameEvery)
  timer.unref()
  show(hideCursor)
  return {
    sink: (event) => {
      if (event.type === 'run-started') operation = event.operation
      steps.take(event)
      const line = lastingText(event, colors, operation, options)
      if (line !== undefined) lasting += `${line}\n`
    },
    say: (text) => {
      lasting += `${text}\n`
      if (closed) draw()
    },
    pause: () => {
      draw()
      paused = true
      show(showCursor)
    },
    resume: () => {
      paused = false
      show(hideCursor)
    },
    close: () => {
      if (closed) return
      closed = true
      clearInterval(timer)
      draw()
      show(showCursor)
    },
  }
}

/** The running steps, and the progress of the run. */
class StepBoard {
  readonly #now: () => number
  readonly #running = new Map<string, RunningStep>()
  #operation = ''
  /** Zero if nobody knows: a program asks for its resources while it runs. */
  #total = 0
  #ended = 0
  #startedAt: number

  constructor(now: () => number) {
    this.#now = now
    this.#startedAt = now()
  }

  take(event: ProgressEvent): void {
    if (event.type === 'run-started') {
      this.#operation = event.operation
      this.#total = event.steps
      this.#startedAt = this.#now()
      // A rollback is a run of its own.
      this.#ended = 0
      this.#running.clear()
    } else if (event.type === 'step-started') {
      this.#running.set(event.name, { doing: doingText(event, this.#operation), since: this.#now(), waiting: false })
    } else if (event.type === 'step-waiting') {
      const step = this.#running.get(event.name)
      if (step !== undefined) step.waiting = true
    } else if ('name' in event && endings.has(event.type)) {
      this.#running.delete(event.name)
      this.#ended++
    }
  }

  lines(colors: Colors, columns: number): readonly string[] {
    if (this.#total + this.#ended + this.#running.size === 0) return this.#before(colors, columns)
    const steps = [...this.#running].slice(0, shownSteps).map(([name, step]) => {
      const state = step.waiting ? `${step.doing}, waiting until it is ready` : step.doing
      return fit(`  ${visible(name)} ${state} ${durationText(this.#now() - step.since)}`, columns)
    })
    const hidden = this.#running.size - steps.length
    if (hidden > 0) steps.push(fit(`  and ${hidden} more`, columns))
    return [...steps.map((line) => colors.dim(line)), colors.cyan(fit(this.#overall(), columns))]
  }

  /** The lines before the first step; none if that takes only a moment. */
  #before(colors: Colors, columns: number): readonly string[] {
    const elapsed = this.#now() - this.#startedAt
    return elapsed < quietFor ? [] : [colors.cyan(fit(`at work, ${durationText(elapsed)}`, columns))]
  }

  #overall(): string {
    const elapsed = this.#now() - this.#startedAt
    if (this.#total === 0) return `${this.#doneAndRunning()}, ${durationText(elapsed)}`
    const left = this.#total - this.#ended
    const eta = this.#ended > 0 && left > 0 ? `, about ${durationText((elapsed / this.#ended) * left)} left` : ''
    return `${this.#ended} of ${this.#total} done, ${durationText(elapsed)}${eta}`
  }

  #doneAndRunning(): string {
    const running = this.#running.size === 0 ? '' : `, ${this.#running.size} running`
    return `${this.#ended} done${running}`
  }
}

const endings: ReadonlySet<string> = new Set(['step-finished', 'step-failed', 'step-skipped', 'step-dropped'])

function fit(line: string, columns: number): string {
  return line.length < columns ? line : `${line.slice(0, Math.max(0, columns - 2))}…`
}
