import { Failure } from '@slipway/model'
import type { Random } from '../soak/random.ts'

/** A door through which bytes of strangers come in. */
export interface Target {
  readonly name: string
  /** Makes an input for this door; the same random numbers give the same input. */
  make(random: Random): Buffer
  /** Accepts the input, or refuses it properly. Fails on forbidden behaviour. */
  take(input: Buffer): Promise<void> | void
}

/** A bad input may cause only a failure with a code and a sentence. Anything else is a bug, and is rethrown. */
export async function refusedInOrder(work: () => unknown): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (!/^[a-z]+\/[a-z0-9-]+$/.test(error.code)) throw new Error(`the code "${error.code}"`, { cause: error })
    if (error.message.trim() === '') throw new Error(`${error.code} without a sentence`, { cause: error })
  }
}
