import type { TerraformDiagnostic } from '../convert/message-parts.ts'
import type { CtyPath, CtyStep } from '../cty/path.ts'
import { CtyDynamic, type CtyValue, isCtyList, isCtyMap, isCtyUnknown } from '../cty/value.ts'
import type { BlockSchema, NestedBlock } from '../schema/schema.ts'

/** Reports blocks of which a configuration has too few or too many. Providers leave this check to their host. */
export function blockCountProblems(
  schema: BlockSchema,
  config: CtyValue,
  path: CtyPath = [],
): readonly TerraformDiagnostic[] {
  if (!isCtyMap(config)) return []
  return Object.entries(schema.blocks).flatMap(([attribute, nested]) =>
    problemsOf(nested, config[attribute] ?? null, [...path, { attribute }], attribute),
  )
}

function problemsOf(nested: NestedBlock, value: CtyValue, path: CtyPath, name: string): readonly TerraformDiagnostic[] {
  if (isCtyUnknown(value)) return []
  if (value instanceof CtyDynamic) return problemsOf(nested, value.value, path, name)
  const { nesting, block } = nested
  if (nesting === 'single' || nesting === 'group') return blockCountProblems(block, value, path)
  if (nesting === 'map')
    return isCtyMap(value)
      ? Object.entries(value).flatMap(([key, each]) => blockCountProblems(block, each, [...path, { key }]))
      : []
  const blocks = isCtyList(value) ? value : []
  // The elements of a set have no places of their own.
  const stepOf = (index: number): readonly CtyStep[] => (nesting === 'set' ? [] : [{ index }])
  return [
    ...countProblems(nested, blocks.length, path, name),
    ...blocks.flatMap((each, index) => blockCountProblems(block, each, [...path, ...stepOf(index)])),
  ]
}

function countProblems(
  { minItems, maxItems }: NestedBlock,
  count: number,
  path: CtyPath,
  name: string,
): readonly TerraformDiagnostic[] {
  const isTooFew = count < minItems
  if (!isTooFew && (maxItems === 0 || count <= maxItems)) return []
  const summary = isTooFew
    ? `at least ${minItems} of ${name} must be given, but there ${count === 1 ? 'is' : 'are'} ${count}`
    : `at most ${maxItems} of ${name} may be given, but there are ${count}`
  return [{ severity: 'error', summary, detail: '', path }]
}
