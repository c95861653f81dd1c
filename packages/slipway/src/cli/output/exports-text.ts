import type { Value } from '@slipway/model'
import { table } from './table.ts'
import { bareText } from './value-text.ts'

/** `name  value`, one below the other. */
export function exportsText(exports: Readonly<Record<string, Value>>, showSecrets: boolean): string {
  return table(Object.entries(exports).map(([name, value]) => [name, bareText(value, showSecrets)]))
}
