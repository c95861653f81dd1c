/** Says which keys are missing to what is shown; nothing when none is. */
export function sealedText(missingKeys: readonly string[]): string {
  return missingKeys
    .map(
      (key) =>
        `Some secrets are sealed with the key ${key}, which is not here: slipway doctor says where it was looked for.\n`,
    )
    .join('')
}
