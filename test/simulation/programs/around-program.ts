import type { Clock } from '@slipway/engine'
import type { ProgramParts } from '@slipway/engine/run'
import { messageOf } from '@slipway/model'
import type { InstanceState } from '@slipway/stores'
import type { LateDefinitions } from '../../../packages/operations/src/inline/late-definitions.ts'
import type { EngineProcess } from '../engine-process.ts'
import type { Breaking } from './as-program.ts'

/** Milliseconds that a user waits for a program that makes no progress. */
const patience = 20_000

export interface AroundOptions {
  readonly engine: EngineProcess
  readonly parts: ProgramParts
  readonly state: InstanceState | undefined
  readonly definitions: LateDefinitions
  /** Called when the user's patience ends. */
  readonly onPatienceEnds: () => void
}

/** The surroundings of a program, apart from the engine that it asks. */
export class Around {
  readonly parts: ProgramParts
  readonly state: InstanceState | undefined
  readonly definitions: LateDefinitions
  readonly #options: AroundOptions

  constructor(options: AroundOptions) {
    this.#options = options
    this.parts = options.parts
    this.state = options.state
    this.definitions = options.definitions
  }

  get clock(): Clock {
    return this.#options.engine.clock
  }

  /** Rejects when the run is stopped, which ends the program. */
  stopped(): Promise<never> {
    const { signal } = this.#options.engine.stop
    const { promise, reject } = Promise.withResolvers<never>()
    const end = (): void => reject(new Error('it was ended because this run was stopped'))
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
    promise.catch(() => undefined)
    return promise
  }

  /** Never returns. */
  readonly breaksNow = async (
    { how }: Breaking,
    askAgain: () => Promise<unknown>,
    rest: Promise<unknown>,
  ): Promise<void> => {
    const { engine, onPatienceEnds } = this.#options
    rest.catch(() => undefined)
    if (how === 'asks twice') await askAgain().catch(asOwnMistake)
    if (how === 'gives up') await rest
    if (how === 'hangs') {
      await engine.clock.sleep(patience)
      onPatienceEnds()
      engine.signal(engine.stop)
      await this.stopped()
    }
    throw new Error('the program has a mistake')
  }
}

/** Rethrows our own mistake, which would otherwise look like one of the engine. */
function asOwnMistake(thrown: unknown): never {
  throw new Error(messageOf(thrown))
}
