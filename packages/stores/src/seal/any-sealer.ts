import { Failure } from '@slipway/model'
import type { Sealer } from '../port.ts'

/** Opens with whichever of the sealers can; fails as the last of them does. */
export function unsealWithAny(first: Sealer, ...others: readonly Sealer[]): Sealer['unseal'] {
  const [second, ...rest] = others
  if (second === undefined) return (sealed) => first.unseal(sealed)
  const otherwise = unsealWithAny(second, ...rest)
  return (sealed) => {
    try {
      return first.unseal(sealed)
    } catch (error) {
      if (error instanceof Failure && error.code === 'state/wrong-key') return otherwise(sealed)
      throw error
    }
  }
}
