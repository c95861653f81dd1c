import { ctyMap, type CtyValue, inSetOrder, isCtyList, isCtyMap, isCtyUnknown } from '../cty/value.ts'
import type { BlockSchema, NestedBlock } from '../schema/schema.ts'
import { Changes } from './changes.ts'
import { emptyBlocks } from './proposed-new-state.ts'

/**
 * Returns an object with its blocks in the protocol's form; the same object if it already has this form. Absent blocks are an empty list,
 * and never null. A configuration leaves out absent blocks, and providers of the first SDK answer null.
 */
export function withWholeBlocks(schema: BlockSchema, value: CtyValue): CtyValue {
  if (!isCtyMap(value)) return value
  const changes = new Changes(value)
  for (const [name, block] of Object.entries(schema.blocks)) changes.set(name, wholeBlocks(block, value[name] ?? null))
  return changes.changed
}

function wholeBlocks(nested: NestedBlock, value: CtyValue): CtyValue {
  const { nesting, block } = nested
  if (isCtyUnknown(value)) return value
  if (value === null) return emptyBlocks(nested)
  const whole = (each: CtyValue): CtyValue => withWholeBlocks(block, each)
  if (nesting === 'set' && isCtyList(value)) return inSetOrder(value.map(whole))
  if (isCtyList(value)) return value.map(whole)
  if (nesting !== 'map' || !isCtyMap(value)) return whole(value)
  return ctyMap(Object.entries(value).map(([key, each]) => [key, whole(each)]))
}

/** Returns a value with null for every unknown part, so that the rest can be recorded. */
export function unknownAsNull(value: CtyValue): CtyValue {
  if (isCtyUnknown(value)) return null
  if (isCtyList(value)) return value.map(unknownAsNull)
  if (isCtyMap(value)) return ctyMap(Object.entries(value).map(([key, each]) => [key, unknownAsNull(each)]))
  return value
}
