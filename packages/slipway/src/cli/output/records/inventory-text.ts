import { isPassphraseKey, isTeamKey, keyFileOf } from '@slipway/stores/sealer'
import type { Inventory } from '@slipway/stores/upkeep'
import { userConfigDirectory } from '@slipway/operations/trust/user-folder'

/** `site (12 resources), shop (1 resource)` */
export function inventoryText({ instances }: Inventory): string {
  if (instances.length === 0) return 'no instance'
  return instances
    .map(({ name, resources }) => `${name} (${resources} ${resources === 1 ? 'resource' : 'resources'})`)
    .join(', ')
}

/** Names the keys that open a copy's secrets, and where they are kept: the copy has no key in it. */
export function keysText(keys: readonly string[], env: NodeJS.ProcessEnv): string {
  if (keys.length === 0) return 'It holds no secrets.\n'
  return keys
    .map((key) => `Its secrets stay sealed, ${keyText(key, env)}; keep the key too, but in another place.\n`)
    .join('')
}

/** `with the key x7Yz in /home/ada/.config/slipway/state-key.json` */
export function keyText(key: string, env: NodeJS.ProcessEnv): string {
  if (isPassphraseKey(key)) return 'with a passphrase'
  if (isTeamKey(key)) return `with the key ${key}, which the recipients of the state can open with their private keys`
  const file = keyFileOf(userConfigDirectory(env), key)
  return file === undefined ? `with the key ${key}, which is not here` : `with the key ${key} in ${file}`
}
