import type { Shape } from './nested.ts'

/** True if an attribute or the blocks of a name are sensitive, or something below them is. */
export function hasSensitive({ attributes, blocks }: Shape, name: string): boolean {
  const attribute = Object.hasOwn(attributes, name) ? attributes[name] : undefined
  if (attribute !== undefined)
    return attribute.sensitive || (attribute.nested !== undefined && isSensitiveBelow(attribute.nested))
  const block = blocks !== undefined && Object.hasOwn(blocks, name) ? blocks[name] : undefined
  return block !== undefined && isSensitiveBelow(block.block)
}

function isSensitiveBelow(shape: Shape): boolean {
  return [shape.attributes, shape.blocks ?? {}].some((parts) =>
    Object.keys(parts).some((name) => hasSensitive(shape, name)),
  )
}
