import { visible } from '@slipway/source/visible'
import { isTeamKey } from '@slipway/stores/sealer'
import { damageText, type DamagedRecord } from '@slipway/stores'

/** Reports a record that a command which only looks, or repairs, goes on without. */
export function damagedText(record: DamagedRecord): string {
  return `damaged record: ${visible(damageText(record))}\n`
}

/** Names the keys that are missing for the output; empty when none is missing. */
export function sealedText(missingKeys: readonly string[]): string {
  const own = missingKeys
    .filter((key) => !isTeamKey(key))
    .map(
      (key) =>
        `Some secrets are sealed with the key ${key}, which is not here: slipway doctor says where Slipway looked for it.\n`,
    )
    .join('')
  if (!missingKeys.some(isTeamKey)) return own
  return `${own}Some secrets are sealed for the recipients of this state, and you are none of them: slipway state key list\n`
}
