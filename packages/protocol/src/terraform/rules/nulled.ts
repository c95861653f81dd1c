import { Changes } from './changes.ts'
import { ctyMap, type CtyValue, inSetOrder, isCtyList, isCtyMap } from '../cty/value.ts'
import type { AttributeSchema } from '../schema/schema.ts'
import type { Shape } from './nested.ts'

/** Returns a value with null, at every depth, for the attributes for which the test holds; the same object if nothing in it changes. */
export function nulled(shape: Shape, value: CtyValue, isNulled: (attribute: AttributeSchema) => boolean): CtyValue {
  if (!isCtyMap(value)) return value
  const changes = new Changes(value)
  for (const name in shape.attributes) {
    const { [name]: attribute } = shape.attributes
    if (attribute === undefined) continue
    if (isNulled(attribute)) changes.set(name, null)
    else if (attribute.nested !== undefined)
      changes.set(name, nulledParts(attribute.nested.nesting, attribute.nested, value[name] ?? null, isNulled))
  }
  for (const [name, { nesting, block }] of Object.entries(shape.blocks ?? {}))
    changes.set(name, nulledParts(nesting, block, value[name] ?? null, isNulled))
  return changes.changed
}

function nulledParts(
  nesting: 'single' | 'group' | 'list' | 'set' | 'map',
  shape: Shape,
  value: CtyValue,
  isNulled: (attribute: AttributeSchema) => boolean,
): CtyValue {
  const each = (part: CtyValue): CtyValue => nulled(shape, part, isNulled)
  if (isCtyList(value)) return nesting === 'set' ? inSetOrder(value.map(each)) : value.map(each)
  if (nesting !== 'map' || !isCtyMap(value)) return each(value)
  return ctyMap(Object.entries(value).map(([key, part]) => [key, each(part)]))
}
