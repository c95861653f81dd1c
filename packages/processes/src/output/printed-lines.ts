import type { ChildProcess } from 'node:child_process'
import { settledWithin } from '../settled-within.ts'
import { LineSplitter } from './line-splitter.ts'

/** How long others may keep the output of an ended process open, in milliseconds. The process itself has written everything by then. */
const graceMs = 100

const lookMs = 20

export interface LinesHearing {
  /** Takes the secrets out of a whole line. */
  readonly clean: (line: string) => string
  readonly onLine: (line: string) => void
  /** True while nothing more is to be read. The process may have to wait then. */
  readonly isBehind: () => boolean
  /** Called now and then while nothing is read. */
  readonly onHeld: () => void
}

/** The output of a process, in lines. All of it is read, but no faster than somebody takes it, so that it needs little memory. */
export class PrintedLines {
  readonly #child: ChildProcess
  readonly #hearing: LinesHearing
  readonly #ended: Promise<unknown>
  #look: NodeJS.Timeout | undefined
  #isEnding = false

  /** Begins to read. */
  constructor(child: ChildProcess, hearing: LinesHearing) {
    this.#child = child
    this.#hearing = hearing
    this.#ended = Promise.all(this.#streams.map((stream) => this.#read(stream)))
  }

  /** Reads what the ended process has left in its pipes, and closes them. */
  async end(): Promise<void> {
    this.#isEnding = true
    this.#readOn()
    if (await settledWithin(this.#ended, graceMs)) return
    for (const stream of this.#streams) stream.destroy()
    await this.#ended
  }

  get #streams() {
    const { stdout, stderr } = this.#child
    // A process that could not be started may have none.
    return [stdout, stderr].flatMap((stream) => stream ?? [])
  }

  #read(stream: NodeJS.ReadableStream): Promise<void> {
    const { clean, onLine } = this.#hearing
    const lines = new LineSplitter(clean)
    return new Promise((resolve) => {
      stream.on('data', (chunk: Buffer) => {
        lines.push(chunk).forEach(onLine)
        if (this.#look === undefined) this.#readOn()
      })
      stream.on('error', () => {})
      // Also without an end, if others have kept it open: the last line may have no line break.
      stream.on('close', () => {
        lines.end().forEach(onLine)
        resolve()
      })
    })
  }

  /** Reads on, or looks again later. */
  #readOn(): void {
    clearTimeout(this.#look)
    this.#look = undefined
    if (this.#isEnding || !this.#hearing.isBehind()) {
      for (const stream of this.#streams) stream.resume()
      return
    }
    for (const stream of this.#streams) stream.pause()
    this.#hearing.onHeld()
    this.#look = setTimeout(() => this.#readOn(), lookMs)
  }
}
