import { containsSecret, equalValues, type Value, type ValueMap } from '@slipway/model'

const mostNamed = 5
const longestValue = 60

/**
 * Properties that differ, for people: `tag is "red", and is to be "blue"`. Nothing that may be a secret is told.
 *
 * @param secretNames of properties that are secret whatever is said of their values
 */
export function differencesText(there: ValueMap, wanted: ValueMap, secretNames: readonly string[]): string {
  const names = [...new Set([...Object.keys(wanted), ...Object.keys(there)])]
  const differing = names.filter((name) => !equalValues(there[name] ?? null, wanted[name] ?? null))
  const told = differing.slice(0, mostNamed).map((name) => {
    const [before = null, after = null] = [there[name], wanted[name]]
    const isSecret = secretNames.includes(name) || containsSecret(before) || containsSecret(after)
    return isSecret ? `${name} is another secret` : `${name} is ${textOf(before)}, and is to be ${textOf(after)}`
  })
  const more = differing.length - told.length
  return more === 0 ? told.join('; ') : `${told.join('; ')}; and ${more} more`
}

function textOf(value: Value): string {
  if (value === null) return 'nothing'
  const text = JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? Number(inner) : inner))
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text
}
