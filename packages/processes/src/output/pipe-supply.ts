import { mkdirSync, rmSync, unlinkSync } from 'node:fs'
import { makePipes, openOutputPipes, openPipes, type OutputPipes } from './make-pipes.ts'

/** How many pipes are made at once; and the number that is left when the next ones are made. */
const made = 64
const few = 16

/** Keeps output pipes ready: making them is as slow as starting a program. */
export class PipeSupply {
  readonly #folder: string
  readonly #spare: string[] = []
  #making: Promise<void> | undefined
  #isClosed = false

  /** @param folder of the supply alone; removed when the supply is closed */
  constructor(folder: string) {
    this.#folder = folder
  }

  async open(count: 1 | 2): Promise<OutputPipes> {
    if (this.#spare.length < count) await (this.#making ??= this.#make())
    if (this.#spare.length < few) this.#making ??= this.#make()
    const paths = this.#spare.splice(0, count)
    if (paths.length < count) return openOutputPipes(count)
    try {
      return openPipes(paths)
    } catch {
      return openOutputPipes(count)
    } finally {
      for (const path of paths) unlinkSync(path)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#making
    this.#spare.length = 0
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** Never rejects: without a supply, each pipe is made when it is needed. */
  async #make(): Promise<void> {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
      if (!this.#isClosed) this.#spare.push(...(await makePipes(this.#folder, made)))
    } catch {
      // said above
    } finally {
      this.#making = undefined
    }
  }
}
