import { PluginFailure, secretSpellings, type Value } from '@slipway/model'

/**
 * The failure without the secrets of its request: plugins like to quote what they were given, and what they say is
 * recorded. The same failure when there is nothing to take out.
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
  const { code, pluginId, method, pluginErrorCode, inDoubt, hint } = failure
  return new PluginFailure(code, redact(failure.message), {
    pluginId,
    method,
    pluginErrorCode,
    inDoubt,
    reasons: failure.reasons.map(redact),
    details: failure.details.map(redact),
    ...(hint === undefined ? {} : { hint: redact(hint) }),
  })
}
