import type { EngineProcess } from '../engine-process.ts'
import type { About } from '../services/failures.ts'
import type { StoreFault } from './store.ts'
import type { Failing, Trouble } from '../moves/trouble.ts'

/** The targets of a command's troubles. */
export interface Targets {
  readonly engine: EngineProcess
  readonly kill: () => void
  readonly rival: (does: 'up' | 'plan') => void
  /** Called when the run will not end by itself. */
  readonly cutShort: () => void
}

/** The troubles of one command while it runs. */
export class Troubles {
  readonly late: number | 'never' | undefined
  readonly #troubles: readonly Trouble[]
  /** How often each trouble with a call is still to come. */
  readonly #left = new Map<Trouble, number>()

  constructor(troubles: readonly Trouble[]) {
    this.#troubles = troubles
    for (const trouble of troubles) if (trouble.what === 'call') this.#left.set(trouble, trouble.times)
    this.late = troubles.find((trouble) => trouble.what === 'late')?.ms
  }

  arm({ engine, kill, rival, cutShort }: Targets): void {
    for (const trouble of this.#troubles) {
      if (trouble.what === 'kill') engine.when(trouble.at, kill)
      else if (trouble.what === 'rival') engine.when(trouble.at, () => rival(trouble.does))
      else if (trouble.what === 'interrupt') {
        const { again } = trouble
        engine.when(trouble.at, () => {
          cutShort()
          engine.signal(engine.stop)
          if (again === 0) engine.signal(engine.cancel)
          else if (again !== undefined) engine.soon(again, () => engine.signal(engine.cancel))
        })
      }
    }
  }

  /** How a call fails; this counts as one question. */
  failing({ method, name }: About): Failing | undefined {
    for (const [trouble, times] of this.#left) {
      if (trouble.what !== 'call' || times <= 0 || trouble.method !== method || trouble.of !== name) continue
      this.#left.set(trouble, times - 1)
      return trouble.fails
    }
    return undefined
  }

  storeFault(commit: number): StoreFault | undefined {
    for (const trouble of this.#troubles) {
      if (trouble.what !== 'store') continue
      if (commit === trouble.commit || (trouble.isLasting && commit > trouble.commit)) return trouble
    }
    return undefined
  }
}
