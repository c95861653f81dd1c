import { containsSecret, Failure, type Value, type ValueMap } from '@slipway/model'
import { didYouMean } from '@slipway/source'
import { visibleLines } from '@slipway/source/visible'
import { table } from '../table.ts'
import { bareText } from './value-text.ts'

/** `name  value`, one below the other. */
export function exportsText(exports: Readonly<Record<string, Value>>, showSecrets: boolean): string {
  return table(Object.entries(exports).map(([name, value]) => [name, bareText(value, showSecrets)]))
}

/** @throws Failure `cli/no-such-export` */
export function oneExport(exports: ValueMap, name: string): Value {
  if (Object.hasOwn(exports, name)) return exports[name] ?? null
  const names = Object.keys(exports)
  throw new Failure('cli/no-such-export', `nothing is exported as ${name}`, {
    hint: didYouMean(name, names) ?? (names.length > 0 ? `there are: ${names.join(', ')}` : 'nothing is exported'),
  })
}

/**
 * One value for a reader, or byte for byte with `raw`.
 * @throws Failure `cli/secret-export` when a script would take "(secret)" for the value
 */
export function exportText(
  name: string,
  value: Value,
  { raw = false, showSecrets = false }: { readonly raw?: boolean; readonly showSecrets?: boolean },
): string {
  if (!raw) return `${visibleLines(bareText(value, showSecrets))}\n`
  if (containsSecret(value) && !showSecrets)
    throw new Failure('cli/secret-export', `${name} is a secret`, { hint: 'add --show-secrets to print it' })
  return bareText(value, showSecrets)
}
