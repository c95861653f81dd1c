import { createHash } from 'node:crypto'
import { revealed } from '@slipway/model'
import type { Value } from '@slipway/model'
import type { CheckedDataSource, CheckedResource } from './checked.ts'

/** The digest of everything that a plan is made from besides the state: text, variables, definitions. */
export function blueprintHash(
  text: string,
  variables: ReadonlyMap<string, Value>,
  used: Iterable<CheckedResource | CheckedDataSource>,
): string {
  const hash = createHash('sha256').update(text)
  for (const [name, value] of variables) hash.update(`\0${name}\0${JSON.stringify(revealed(value), exact)}`)
  const definitions = new Map(Array.from(used, ({ definition }) => [definition.type, definition] as const))
  for (const [type, definition] of definitions) hash.update(`\0${type}\0${JSON.stringify(definition, exact)}`)
  return hash.digest('hex')
}

function exact(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value
}
