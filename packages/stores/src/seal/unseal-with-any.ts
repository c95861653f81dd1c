import type { Sealer } from '../port.ts'
import { isWrongKey } from './sealed-text.ts'

/** A sealer that has only to open texts. */
export type Unsealer = Pick<Sealer, 'unseal' | 'unsealUnbound'>

/** Opens a text with any of the sealers; fails like the first of them. */
export function unsealWithAny(...sealers: readonly [Unsealer, ...Unsealer[]]): Unsealer {
  const opened = (open: (sealer: Unsealer) => string): string => {
    const refusals: unknown[] = []
    for (const sealer of sealers) {
      try {
        return open(sealer)
      } catch (error) {
        if (!isWrongKey(error)) throw error
        refusals.push(error)
      }
    }
    throw refusals[0]
  }
  return {
    unseal: (sealed, place) => opened((sealer) => sealer.unseal(sealed, place)),
    unsealUnbound: (sealed) => opened((sealer) => sealer.unsealUnbound(sealed)),
  }
}
