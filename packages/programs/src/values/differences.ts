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
 * Differing properties for messages: `tag is "red", and is to be "blue"`. Hides possible secrets.
 *
 * @param secretNames names of properties that are always secret
 */
export function differencesText(there: ValueMap, wanted: ValueMap, secretNames: readonly string[]): string {
  const names = [...new Set([...Object.keys(wanted), ...Object.keys(there)])]
  const differing = names.filter((name) => !equalValues(there[name] ?? null, wanted[name] ?? null))
  const told = differing.slice(0, mostNamed).map((name) => {
    const [before = null, after = null] = [there[name], wanted[name]]
    const isHidden = secretNames.includes(name) || containsSecret(before) || containsSecret(after)
    return isHidden ? `${name} is another secret` : `${name} is ${textOf(before)}, but should be ${textOf(after)}`
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
  /** The inputs as checked by the plugin. */
  readonly inputs: ValueMap
  readonly outputs: ValueMap
}

/**
 * The properties outside that differ from the wanted ones, when the plugin reports a difference although the program has not changed.
 * Prefers read inputs. A plugin that reads none shows the difference in its outputs, perhaps in another form.
 *
 * @param named the inputs that the plugin names; empty: it names none
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
