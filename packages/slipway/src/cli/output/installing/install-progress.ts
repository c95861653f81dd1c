import { descriptorText, type InstallEvent } from '@slipway/installer'
import { durationText } from '@slipway/operations/duration'
import { visible } from '@slipway/source/visible'
import type { Console } from '../../console/console.ts'
import { safeText } from '../../console/safe-text.ts'

/** Milliseconds between two pictures. */
const frameEvery = 100
const eraseLine = '\r\u001B[2K'

export interface InstallProgress {
  readonly step: (event: InstallEvent) => void
  say(text: string): void
  close(): void
}

/** On a terminal, one line with the current work, its speed and its remaining time; elsewhere, a line for the start of each plugin. */
export function installProgress(
  { err }: Pick<Console, 'err'>,
  isQuiet: boolean,
  now: () => number = () => performance.now(),
): InstallProgress {
  const board = new Board(now)
  const draw = err.draw?.bind(err)
  if (draw === undefined || isQuiet) {
    return {
      step: (event) => {
        const line = board.take(event)
        if (line !== undefined && !isQuiet) err.write(`${line}\n`)
      },
      say: (text) => err.write(`${text}\n`),
      close: () => {},
    }
  }
  let isDrawn = false
  const show = (): void => {
    const line = board.line(err.columns)
    if (line !== '' || isDrawn) draw(`${eraseLine}${safeText(line, err.color)}`)
    isDrawn = line !== ''
  }
  const clear = (): void => {
    if (isDrawn) draw(eraseLine)
    isDrawn = false
  }
  const timer = setInterval(show, frameEvery)
  timer.unref()
  return {
    step: (event) => void board.take(event),
    say: (text) => {
      clear()
      err.write(`${text}\n`)
    },
    close: () => {
      clearInterval(timer)
      clear()
    },
  }
}

interface Transfer {
  readonly startedAt: number
  /** Bytes from an earlier attempt that were already there. */
  readonly before: number
  bytes: number
  total: number | undefined
}

/** The transfers and steps under way. */
class Board {
  readonly #now: () => number
  readonly #doing = new Map<string, string>()
  readonly #transfers = new Map<string, Transfer>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** Returns a line when a slow step begins. */
  take({ descriptor, step, bytes, total, line }: InstallEvent): string | undefined {
    const name = visible(descriptorText(descriptor))
    if (step === 'done' || step === 'failed') {
      this.#doing.delete(name)
      this.#transfers.delete(name)
      return undefined
    }
    const doing = step === 'download' && descriptor.form.form === 'path' ? 'copying' : words[step]
    const isNew = this.#doing.get(name) !== doing
    this.#doing.set(name, doing)
    if (step === 'download') this.#transferred(name, bytes ?? 0, total)
    else this.#transfers.delete(name)
    if (line !== undefined) return `${name}: ${visible(line)}`
    return isNew && (step === 'download' || step === 'dependencies') ? `${name}: ${doing} …` : undefined
  }

  line(columns: number): string {
    const [first, ...others] = this.#doing
    if (first === undefined) return ''
    const [name, doing] = first
    const more = others.length === 0 ? '' : ` and ${others.length} more`
    const text = `${name}: ${doing}${more}${this.#speed()}`
    return text.length < columns ? text : `${text.slice(0, Math.max(0, columns - 2))}…`
  }

  #transferred(name: string, bytes: number, total: number | undefined): void {
    const known = this.#transfers.get(name)
    if (known === undefined) this.#transfers.set(name, { startedAt: this.#now(), before: bytes, bytes, total })
    else Object.assign(known, { bytes, total: total ?? known.total })
  }

  /** `, 12.5 of 80.0 MB, 4.1 MB/s, 16 s left` */
  #speed(): string {
    const all = [...this.#transfers.values()]
    if (all.length === 0) return ''
    const sum = (of: (one: Transfer) => number): number => all.reduce((total, one) => total + of(one), 0)
    const done = sum(({ bytes }) => bytes)
    const seconds = (this.#now() - Math.min(...all.map(({ startedAt }) => startedAt))) / 1000
    const rate = seconds > 0 ? (done - sum(({ before }) => before)) / seconds : 0
    const isKnown = all.every(({ total }) => total !== undefined)
    const total = sum((one) => one.total ?? 0)
    const amount = isKnown ? `, ${megabytes(done)} of ${megabytes(total)} MB` : `, ${megabytes(done)} MB`
    if (rate <= 0) return amount
    const left = isKnown ? `, ${durationText(((total - done) / rate) * 1000)} left` : ''
    return `${amount}, ${megabytes(rate)} MB/s${left}`
  }
}

const words: Readonly<Record<InstallEvent['step'], string>> = {
  resolve: 'looking for a version',
  download: 'downloading',
  verify: 'checking',
  unpack: 'unpacking',
  packages: 'installing its dependencies',
  sdks: 'generating SDKs',
  dependencies: 'installing its dependencies',
  done: 'done',
  failed: 'failed',
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1)
}
