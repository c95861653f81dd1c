import { soft, type Plugin, type Soft } from '@slipway/agent'
import type { Sealer, StateStore } from '@slipway/stores'
import { keyFileSealer, passphraseSealer } from '@slipway/stores/sealer'
import { sqliteStore } from '@slipway/stores/sqlite'
import { userConfigDirectory } from '../settings/load.ts'

export const passphraseVariable = 'SLIPWAY_PASSPHRASE'

/** Secrets are sealed under the passphrase of the environment, for CI, or else under the user's key file. */
export function sealerOf(env: NodeJS.ProcessEnv): Sealer {
  const passphrase = env[passphraseVariable]
  if (passphrase !== undefined && passphrase !== '') return passphraseSealer(passphrase)
  return keyFileSealer(userConfigDirectory(env))
}

export interface StoreOptions {
  readonly directory: string
  readonly access: 'read' | 'write'
  readonly sealer: Sealer
  /** Opens after this one, which has something to wait for then. */
  readonly after?: Plugin
}

/** The state store, open for as long as the agent runs. */
export class StorePart implements Plugin {
  readonly name = 'store'
  readonly store: StateStore
  readonly deps: { readonly after?: Soft }

  readonly #sealer: Sealer

  constructor({ directory, access, sealer, after }: StoreOptions) {
    this.deps = after === undefined ? {} : { after: soft(after) }
    this.#sealer = sealer
    this.store = sqliteStore({ directory, access, sealer })
  }

  /** No property: the agent looks for plugins in those, and to ask the sealer for its key id is to make the key. */
  get sealer(): Sealer {
    return this.#sealer
  }

  async init(): Promise<void> {
    await this.store.open()
  }

  async close(): Promise<void> {
    await this.store.close()
  }
}
