import type { Sealer } from '../port.ts'
import { earlierKeyPath, keyFilePath, makeKey, readKey, type StateKey } from './key-store.ts'
import { isPassphraseKey } from './passphrase-sealer.ts'
import { wrongKey } from './sealed-text.ts'
import { sealerOfKeys } from './sealer-of-keys.ts'

/**
 * Seals under a random key in a file of the user's (0600), never beside the state, and opens what was sealed with it or
 * with an earlier one. The file is read or made when the first secret is met, so state without secrets needs no key.
 * Losing the file loses the secrets, and is said so.
 */
export function keyFileSealer(configDirectory: string): Sealer {
  const file = keyFilePath(configDirectory)
  const earlier = new Map<string, StateKey | undefined>()
  let current: StateKey | undefined
  const own = (): StateKey => (current ??= readKey(file) ?? makeKey(configDirectory))

  const keyNamed = (id: string): StateKey | undefined => {
    current ??= readKey(file)
    if (current?.id === id) return current
    if (!earlier.has(id)) earlier.set(id, readKey(earlierKeyPath(configDirectory, id)))
    return earlier.get(id)
  }

  return sealerOfKeys({
    get ownId() {
      return own().id
    },
    own,
    of({ keyId }) {
      if (isPassphraseKey(keyId)) throw sealedWithPassphrase()
      const key = keyNamed(keyId)
      if (key === undefined) throw lostKey(keyId, current, configDirectory)
      return key
    },
  })
}

/** Another key in the same place stays: something may have been sealed with it since. */
function lostKey(id: string, current: StateKey | undefined, directory: string): Error {
  const [file, earlier] = [keyFilePath(directory), earlierKeyPath(directory, id)]
  const isThere = current === undefined ? `there is none at ${file}` : `${file} holds the key ${current.id}`
  return wrongKey(
    `the secrets of this state are encrypted with the key ${id}, which this machine does not have: ${isThere}, and ${earlier} is missing`,
    `restore the file with that key at ${current === undefined ? file : earlier}, or, if it belongs to a colleague, hand over what "slipway key show" prints, and let the colleague run: slipway state key add NAME PUBLIC; "slipway state list" shows what can be read without it`,
  )
}

function sealedWithPassphrase(): Error {
  return wrongKey(
    'the secrets of this state are encrypted with a passphrase, but none was given',
    'set SLIPWAY_PASSPHRASE to the passphrase that this state was written with; "slipway state list" shows what can be read without it',
  )
}
