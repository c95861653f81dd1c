import type { Readable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { LineSplitter } from './line-splitter.ts'
import type { LogFile } from './log-file.ts'

export interface OutputOptions {
  readonly log: LogFile
  /** Removes known secrets from a line before anybody sees it. */
  readonly redact?: (line: string) => string
  /** Gets each line that is kept and, as a line of stderr, the amount that is dropped. */
  readonly onLine?: (name: StreamName, line: string) => void
  /** How many bytes per second a process may write without loss, after a first burst of four times as many. */
  readonly bytesPerSecond?: number
  readonly now?: () => number
}

type StreamName = 'stdout' | 'stderr'

const tailLines = 20
const tailLineLength = 400
const floodPauseMs = 5

/**
 * The output of one process: logged within bounds, with the last lines kept for error messages. When the process prints too fast, we pause reading
 * its pipe, which blocks it; output over the limit is dropped and counted.
 */
export class ProcessOutput {
  readonly #log: LogFile
  readonly #redact: (line: string) => string
  readonly #onLine: NonNullable<OutputOptions['onLine']>
  readonly #bytesPerSecond: number
  readonly #now: () => number
  readonly #tails: Readonly<Record<StreamName, string[]>> = { stdout: [], stderr: [] }
  #allowance: number
  #refilledAt: number
  #dropped = 0
  #droppedInAll = 0

  constructor(options: OutputOptions) {
    const { log, redact = (line) => line, onLine = () => {}, bytesPerSecond = 1 << 20, now = Date.now } = options
    this.#log = log
    this.#onLine = onLine
    this.#redact = redact
    this.#bytesPerSecond = bytesPerSecond
    this.#now = now
    this.#allowance = 4 * bytesPerSecond
    this.#refilledAt = now()
  }

  /** How many bytes were dropped. */
  get dropped(): number {
    return this.#droppedInAll
  }

  /** The last lines on stderr, or on stdout if stderr is empty. */
  tail(): readonly string[] {
    return this.#tails.stderr.length > 0 ? this.#tails.stderr : this.#tails.stdout
  }

  /** Reads the stream to its end. */
  capture(name: StreamName, stream: Readable): void {
    const lines = new LineSplitter((line) => this.#redact(printable(line)))
    stream.on('data', (chunk: Buffer) => {
      if (this.#admit(chunk.length)) this.#keep(name, lines.push(chunk))
      else this.#hold(stream)
    })
    stream.on('end', () => this.#keep(name, lines.end()))
    stream.on('error', () => {})
  }

  /** Adds a line of the host about the process. The line may quote the process. */
  note(text: string): void {
    this.#log.append(`${this.#stamp()} host   ${this.#redact(text)}\n`)
  }

  /** Logs the number of the last dropped lines. */
  end(): void {
    this.#tellDropped()
  }

  #keep(name: StreamName, lines: readonly string[]): void {
    if (lines.length === 0) return
    this.#tellDropped()
    const stamp = this.#stamp()
    const tail = this.#tails[name]
    for (const line of lines) {
      this.#onLine(name, line)
      if (!this.#log.append(`${stamp} ${name} ${line}\n`)) this.#drop(Buffer.byteLength(line))
      tail.push(line.length > tailLineLength ? `${line.slice(0, tailLineLength)}…` : line)
    }
    if (tail.length > tailLines) tail.splice(0, tail.length - tailLines)
  }

  #admit(bytes: number): boolean {
    const now = this.#now()
    const refill = (Math.max(0, now - this.#refilledAt) / 1000) * this.#bytesPerSecond
    this.#allowance = Math.min(4 * this.#bytesPerSecond, this.#allowance + refill)
    this.#refilledAt = now
    if (bytes > this.#allowance) {
      this.#drop(bytes)
      return false
    }
    this.#allowance -= bytes
    return true
  }

  #hold(stream: Readable): void {
    stream.pause()
    setTimeout(() => stream.resume(), floodPauseMs).unref()
  }

  #drop(bytes: number): void {
    this.#dropped += bytes
    this.#droppedInAll += bytes
  }

  #tellDropped(): void {
    if (this.#dropped === 0) return
    const dropped = this.#dropped
    this.#dropped = 0
    const text = `${dropped} bytes dropped: it prints faster than ${this.#bytesPerSecond} bytes a second, or than the disk can write`
    this.note(text)
    // A reader of the lines has to know that some are missing.
    this.#onLine('stderr', text)
  }

  #stamp(): string {
    return new Date(this.#now()).toISOString()
  }
}

// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

/** Removes control characters: output is shown on terminals, and must not steer them. */
function printable(line: string): string {
  return stripVTControlCharacters(line).replaceAll(controls, '')
}
