import {
  containsSecret,
  containsUnknown,
  equalValues,
  type FieldChange,
  isSecret,
  revealed,
  secret,
  type Value,
  type ValueMap,
} from '@slipway/model'
import { pathText } from './property-path.ts'

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
    const isHidden = secretNames.includes(name) || containsSecret(before) || containsSecret(after)
    return isHidden ? `${name} is another secret` : `${name} is ${textOf(before)}, and is to be ${textOf(after)}`
  })
  const more = differing.length - told.length
  return more === 0 ? told.join('; ') : `${told.join('; ')}; and ${more} more`
}

function textOf(value: Value): string {
  if (value === null) return 'nothing'
  const text = JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? Number(inner) : inner))
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text
}

interface Compared {
  /** As the plugin had checked them. */
  readonly inputs: ValueMap
  readonly outputs: ValueMap
}

/**
 * Where a plugin finds a difference, and the program says what it said before: what is there otherwise than it is to be. Inputs that
 * were read say it best; a plugin that reads none has it in its outputs, which it may write in its own way.
 *
 * @param named names of the inputs that the plugin names; none: it names nothing
 */
export function foundOtherwise(
  { inputs, outputs }: Compared,
  wanted: ValueMap,
  named: ReadonlySet<string>,
): readonly FieldChange[] {
  const isMeant = (name: string): boolean => !name.startsWith('__') && (named.size === 0 || named.has(name))
  const names = [...new Set([...Object.keys(wanted), ...Object.keys(inputs)])].filter(isMeant)
  const read = names.flatMap((name) => otherwise(name, inputs[name], wanted[name]))
  if (read.length > 0) return read
  return names.flatMap((name) => (outputs[name] === undefined ? [] : otherwise(name, outputs[name], wanted[name])))
}

function otherwise(name: string, there: Value = null, wanted: Value = null): readonly FieldChange[] {
  if (containsUnknown(wanted) || equalValues(revealed(there), revealed(wanted))) return []
  const next = isSecret(there) && !isSecret(wanted) ? secret(wanted) : wanted
  const below = pathText([name])
  const path = below.startsWith('[') ? `spec.inputs${below}` : `spec.inputs.${below}`
  if (there === null) return [{ path, next }]
  return wanted === null ? [{ path, previous: there }] : [{ path, previous: there, next }]
}
