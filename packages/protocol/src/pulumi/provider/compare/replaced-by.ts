import { equalValues, type PropertySchema, type ValueMap } from '@slipway/model'
import { type PackageSchema, replacedOnChange } from '../../convert/schema.ts'
import { DiffChanges, type DiffResponse, PropertyDiffKind } from '../../gen/provider.ts'
import type { Change } from './change.ts'

const replacing: ReadonlySet<number> = new Set([
  PropertyDiffKind.ADD_REPLACE,
  PropertyDiffKind.REMOVE_REPLACE,
  PropertyDiffKind.CHANGE_REPLACE,
])

/**
 * Whether a plugin finds a change. A plugin that does not compare leaves the comparison to the caller. When a plugin finds no changes, its
 * list of replacements does not count.
 */
export function findsChange({ changes }: DiffResponse, olds: ValueMap, news: ValueMap): boolean {
  return changes === DiffChanges.SOME || (changes !== DiffChanges.NONE && !equalValues(olds, news))
}

/** True for the answer of a plugin that does not compare. */
export function saysNothing({ changes, replaces, diffs, detailedDiff }: DiffResponse): boolean {
  const named = [...replaces, ...diffs, ...Object.keys(detailedDiff)]
  return changes === DiffChanges.UNKNOWN && named.length === 0
}

/** Returns the paths of properties that need a new resource, in whatever form the plugin reports them: `account`, `rules[0].port`. */
export function replacedBy({ replaces, detailedDiff, hasDetailedDiff }: DiffResponse): readonly string[] {
  const detailed = hasDetailedDiff ? Object.entries(detailedDiff) : []
  const paths = detailed.filter(([, { kind }]) => replacing.has(kind)).map(([path]) => path)
  // A path is more precise than the name of the property that it begins with.
  const names = replaces.filter((name) => !paths.some((path) => path.split(/[.[]/)[0] === name))
  return [...new Set([...names, ...paths])]
}

/** Returns the changed properties that always need a new resource; for a property in the schema, only the package decides that. */
export async function replacedAlways(
  type: string,
  { attributes = {} }: PropertySchema,
  { olds, inputs }: Pick<Change, 'olds' | 'inputs'>,
  packageSchema: () => Promise<PackageSchema>,
): Promise<readonly string[]> {
  const isChanged = (name: string): boolean => !equalValues(olds[name] ?? null, inputs[name] ?? null)
  const mayBe = Object.keys(attributes).some((name) => attributes[name]?.mustRecreate === true && isChanged(name))
  return mayBe ? replacedOnChange(await packageSchema(), type).filter(isChanged) : []
}
