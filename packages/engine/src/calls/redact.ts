import { isList, isMap, PluginFailure, revealed, Secret, type Value } from '@slipway/model'

/** Shorter secrets would turn ordinary words into holes. */
const shortest = 4

/**
 * The failure without the secrets of its request: plugins like to quote what they were given, and what they say is
 * recorded. The same failure when there is nothing to take out.
 */
export function redacted(failure: PluginFailure, given: Value): PluginFailure {
  const secrets = new Set<string>()
  collectSecrets(given, secrets)
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

/** The texts in every secret, as they are and as JSON and URLs write them. */
function collectSecrets(value: Value, secrets: Set<string>): void {
  if (value instanceof Secret) collectTexts(revealed(value), secrets)
  else if (isList(value)) for (const item of value) collectSecrets(item, secrets)
  else if (isMap(value)) for (const item of Object.values(value)) collectSecrets(item, secrets)
}

function collectTexts(value: Value, secrets: Set<string>): void {
  if (typeof value === 'string') {
    for (const form of [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value.toWellFormed())]) {
      if (form.length >= shortest) secrets.add(form)
    }
  } else if (isList(value)) for (const item of value) collectTexts(item, secrets)
  else if (isMap(value)) for (const item of Object.values(value)) collectTexts(item, secrets)
}
