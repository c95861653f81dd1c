import { visible } from '@slipway/source/visible'
import { damageText, type DamagedRecord } from '@slipway/stores'

/** Reports a record that a command which only looks, or repairs, goes on without. */
export function damagedText(record: DamagedRecord): string {
  return `damaged record: ${visible(damageText(record))}\n`
}

/** Says which keys are missing to what is shown; nothing when none is. */
export function sealedText(missingKeys: readonly string[]): string {
  return missingKeys
    .map(
      (key) =>
        `Some secrets are sealed with the key ${key}, which is not here: slipway doctor says where Slipway looked for it.\n`,
    )
    .join('')
}
