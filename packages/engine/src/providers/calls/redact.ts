import { PluginFailure, secretSpellings, type Value } from '@slipway/model'

/**
 * The failure without the secrets of its request. Plugins often quote their inputs, and their failures are recorded. If there is nothing to remove,
 * the result is the same object.
 */
export function redacted(failure: PluginFailure, given: Value): PluginFailure {
  const secrets = secretSpellings(given)
  const redact = (text: string): string => {
    let clean = text
    for (const secret of secrets) clean = clean.replaceAll(secret, '(secret)')
    return clean
  }
  const texts = [failure.message, failure.hint ?? '', ...failure.reasons, ...failure.details]
  if (texts.every((text) => redact(text) === text)) return failure
  const { message, hint, reasons, details } = failure
  return failure.reworded({
    message: redact(message),
    reasons: reasons.map(redact),
    details: details.map(redact),
    ...(hint === undefined ? {} : { hint: redact(hint) }),
  })
}
