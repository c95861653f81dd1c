import type { Sealer } from '../port.ts'
import { changedSecret, headOf, sealWith, unsealUnboundWith, unsealWith, type Head, type Key } from './sealed-text.ts'

/** Where a sealer has its keys from. */
export interface Keys {
  /** Id of the key that seals. */
  readonly ownId: string
  readonly own: () => Key
  /** The key that a text was sealed with. Fails with `state/wrong-key` when it is not here. */
  readonly of: (head: Head) => Key
  /** Why a text does not open, where the key itself may be the wrong one. */
  readonly refusal?: (head: Head) => Error | undefined
  /** The key has opened a text: it is the right one. */
  readonly proven?: (head: Head) => void
}

export function sealerOfKeys(keys: Keys): Sealer {
  const opened = (head: Head, plain: string | undefined, refusal: () => Error): string => {
    if (plain === undefined) throw keys.refusal?.(head) ?? refusal()
    keys.proven?.(head)
    return plain
  }
  return {
    get keyId() {
      return keys.ownId
    },
    seal: (plain, place) => sealWith(keys.own(), plain, place),
    unseal(sealed, place) {
      const head = headOf(sealed)
      const plain = head.form === 2 ? unsealWith(keys.of(head), sealed, place) : undefined
      return opened(head, plain, () => changedSecret(head.keyId, place))
    },
    unsealUnbound(sealed) {
      const head = headOf(sealed)
      const plain = head.form === 1 ? unsealUnboundWith(keys.of(head), sealed) : undefined
      return opened(head, plain, () => changedSecret(head.keyId))
    },
  }
}
