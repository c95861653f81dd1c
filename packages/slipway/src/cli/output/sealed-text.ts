import { missingKeys } from '@slipway/stores'

/** Says which keys are missing to what is shown; nothing when none is. */
export function sealedText(records: readonly object[]): string {
  return missingKeys(records)
    .map(
      (key) =>
        `Some secrets are sealed with the key ${key}, which is not here: slipway doctor says where it was looked for.\n`,
    )
    .join('')
}
