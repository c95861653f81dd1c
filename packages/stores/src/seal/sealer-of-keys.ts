import type { Sealer } from '../port.ts'
import { changedSecret, headOf, sealWith, unsealUnboundWith, unsealWith, type Head, type Key } from './sealed-text.ts'

/** The keys of a sealer. */
export interface Keys {
  /** Id of the key that seals. */
  readonly ownId: string
  readonly own: () => Key
  /** The key with which a text was sealed. Fails with `state/wrong-key` if it is not here. */
  readonly of: (head: Head) => Key
  /** The reason why a text does not open, if the key itself may be wrong. */
  readonly refusal?: (head: Head) => Error | undefined
  /** Called when the key has opened a text, which proves that it is right. */
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
