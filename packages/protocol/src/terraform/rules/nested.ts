import { type CtyMap, type CtyValue, isCtyList, isCtyMap } from '../cty/value.ts'
import type { AttributesSchema, BlockSchema } from '../schema/schema.ts'

/** The attributes of a block or of a nested attribute, and the blocks that only a block has. */
export interface Shape extends AttributesSchema {
  readonly blocks?: BlockSchema['blocks']
}

/** Returns the part of an object with a name; null when there is no object. */
export function attributeOf(value: CtyValue | undefined, name: string): CtyValue {
  return isCtyMap(value) ? (value[name] ?? null) : null
}

/** Returns the elements of a list or a set; none when there is no list. */
export function elementsOf(value: CtyValue | undefined): readonly CtyValue[] {
  return isCtyList(value) ? value : []
}

/** Returns the entries of a map; none when there is no map. */
export function entriesOf(value: CtyValue | undefined): CtyMap {
  return isCtyMap(value) ? value : {}
}

/** Whether a map has a key of its own. */
export function hasKey(map: CtyMap, key: string): boolean {
  return Object.hasOwn(map, key)
}
