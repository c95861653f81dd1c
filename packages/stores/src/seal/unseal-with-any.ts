import type { Sealer } from '../port.ts'
import { isWrongKey } from './sealed-text.ts'

/** Opens with whichever of the sealers can; fails as the first of them does. */
export function unsealWithAny(first: Sealer, ...others: readonly Sealer[]): Sealer['unseal'] {
  const [second, ...rest] = others
  if (second === undefined) return (sealed) => first.unseal(sealed)
  const otherwise = unsealWithAny(second, ...rest)
  return (sealed) => {
    try {
      return first.unseal(sealed)
    } catch (error) {
      if (!isWrongKey(error)) throw error
      try {
        return otherwise(sealed)
      } catch (later) {
        throw isWrongKey(later) ? error : later
      }
    }
  }
}
