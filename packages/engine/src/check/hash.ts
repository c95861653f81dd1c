import { createHash } from 'node:crypto'
import { revealed, type Value } from '@slipway/model'
import type { Blueprint } from '../language/declarations.ts'
import { writeMeaning } from '../language/meaning.ts'
import type { CheckedDataSource, CheckedLink, CheckedResource } from './checked.ts'

/** The number of characters that are hashed at once. A call for each piece would take longer than the hashing itself. */
const chunk = 64 * 1024

/**
 * The digest of all inputs of a plan besides the state: declarations, variables, definitions. The form of the blueprint, its layout and its comments
 * make no difference.
 *
 * @param decided by the outside: the resources of each template, and their items
 */
export function blueprintHash(
  blueprint: Blueprint,
  variables: ReadonlyMap<string, Value>,
  used: Iterable<CheckedResource | CheckedDataSource | CheckedLink>,
  decided: ReadonlyMap<string, readonly (readonly [name: string, item: Value])[]> = new Map(),
): string {
  const hash = createHash('sha256')
  let pieces = ''
  writeMeaning(blueprint, (piece) => {
    pieces += piece
    if (pieces.length < chunk) return
    hash.update(pieces)
    pieces = ''
  })
  hash.update(pieces)
  for (const [name, value] of variables) hash.update(`\0${name}\0${JSON.stringify(revealed(value), exact)}`)
  const definitions = new Map(Array.from(used, ({ definition }) => [definition.type, definition] as const))
  for (const [type, definition] of definitions) hash.update(`\0${type}\0${JSON.stringify(definition, exact)}`)
  for (const [template, items] of decided)
    hash.update(
      `\0${template}\0${JSON.stringify(
        items.map(([name, item]) => [name, revealed(item)]),
        exact,
      )}`,
    )
  return hash.digest('hex')
}

function exact(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value
}
