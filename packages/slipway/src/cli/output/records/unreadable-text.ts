import { visible } from '@slipway/source/visible'
import { isTeamKey } from '@slipway/stores/sealer'
import { damageText, type DamagedRecord } from '@slipway/stores'

/** Reports a damaged record, without which a command that only reads or repairs continues. */
export function damagedText(record: DamagedRecord): string {
  return `damaged record: ${visible(damageText(record))}\n`
}

/** Names the keys that are missing for the output; empty when none is missing. */
export function sealedText(missingKeys: readonly string[]): string {
  const own = missingKeys
    .filter((key) => !isTeamKey(key))
    .map(
      (key) =>
        `Some secrets are sealed with the key ${key}, which is not here: slipway doctor shows where Slipway looked for it.\n`,
    )
    .join('')
  if (!missingKeys.some(isTeamKey)) return own
  return `${own}Some secrets are sealed for the recipients of this state, and you are not one of them: slipway state key list\n`
}
