import { type CtyPath, partAt } from '../cty/path.ts'
import { type CtyValue, equalCty, isWhollyKnown } from '../cty/value.ts'
import type { BlockSchema } from '../schema/schema.ts'
import { schemaAt } from './schema-at.ts'

/**
 * Returns the paths in a provider's `requires_replace` where the plan really changes something. A write-only attribute has no value in
 * either state, so its path always counts.
 */
export function replacedBecause(
  schema: BlockSchema,
  {
    prior,
    planned,
    paths,
  }: { readonly prior: CtyValue; readonly planned: CtyValue; readonly paths: readonly CtyPath[] },
): readonly CtyPath[] {
  if (prior === null) return []
  return paths.filter((path) => {
    const [before, after] = [partAt(prior, path) ?? null, partAt(planned, path) ?? null]
    if (!isWhollyKnown(after) || !equalCty(before, after)) return true
    return schemaAt(schema, path)?.writeOnly === true
  })
}
