import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StackProcess } from './stack-process.ts'
import type { StackPlace } from './start-stack.ts'

/**
 * Keeps one process ready for the next run of the same stack, so that the run need not wait until Node has started. Each process still runs
 * one module, once.
 */
export class SpareStack {
  #last: StackPlace | undefined
  #spare: { readonly key: string; readonly process: StackProcess } | undefined

  /** A process for this place: the spare one if it fits, or else a new one. */
  take(place: StackPlace): StackProcess {
    const spare = this.#spare
    this.#spare = undefined
    this.#last = place
    if (spare?.process.isUsable === true && spare.key === keyOf(place)) return spare.process
    spare?.process.kill()
    return new StackProcess(place)
  }

  /** Starts a process for a run like the last one. */
  renew(): void {
    if (this.#last === undefined || this.#spare !== undefined) return
    const process = new StackProcess(this.#last)
    process.prepare()
    this.#spare = { key: keyOf(this.#last), process }
  }

  close(): void {
    this.#last = undefined
    this.#spare?.process.kill()
    this.#spare = undefined
  }
}

/** Equal for places in which a process would be the same. The working folder of a process stays the one that it was started in. */
function keyOf(place: StackPlace): string {
  const folder = statSync(dirname(place.file), { throwIfNoEntry: false })
  return JSON.stringify([place, folder?.dev, folder?.ino])
}
