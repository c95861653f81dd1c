import type { CtyPath } from '../cty/path.ts'
import type { AttributeSchema, BlockSchema } from '../schema/schema.ts'
import type { Shape } from './nested.ts'

/** Returns the attribute at a path, which may end below it; `undefined` for a block, and for a path that the schema does not have. */
export function schemaAt(schema: BlockSchema, path: CtyPath): AttributeSchema | undefined {
  let shape: Shape | undefined = schema
  let found: AttributeSchema | undefined
  for (const step of path) {
    // All elements of a block or nested attribute share one schema.
    if (!('attribute' in step)) continue
    if (shape === undefined) return found
    const { attribute: name } = step
    found = Object.hasOwn(shape.attributes, name) ? shape.attributes[name] : undefined
    const block: BlockSchema | undefined =
      shape.blocks !== undefined && Object.hasOwn(shape.blocks, name) ? shape.blocks[name]?.block : undefined
    if (found === undefined && block === undefined) return undefined
    shape = found === undefined ? block : found.nested
  }
  return found
}
