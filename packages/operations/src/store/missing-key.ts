import { isPassphraseKey, keyFilePath } from '@slipway/stores/sealer'
import { groupOfFolder } from '@slipway/stores/sqlite'
import { userConfigDirectory } from '../trust/user-folder.ts'
import type { StatePlace } from './state-driver.ts'

/** Returns a listener for the first seal of a shared state with a key file: nobody else has this key. A passphrase is there for others, too. */
export function newKeyTeller(env: NodeJS.ProcessEnv, tell: (message: string) => void): (key: string) => void {
  return (key) => {
    if (isPassphraseKey(key)) return
    const file = keyFilePath(userConfigDirectory(env))
    tell(
      `the secrets of this state are sealed with the key in ${file}, which only this machine has; others, and a runner with SLIPWAY_PASSPHRASE, need a key of their own: they run "slipway key show", and you run "slipway state key add NAME PUBLIC"`,
    )
  }
}

/** Returns the hint for somebody who lacks the key of a state. In a shared state, the key is most likely a colleague's. */
export function missingKeyHint({ state, shared }: StatePlace, otherwise: string): string {
  if (shared === undefined && groupOfFolder(state) === undefined) return otherwise
  return `let a colleague who has the key run: slipway state key add NAME PUBLIC ("slipway key show" prints yours); or ${otherwise}`
}
