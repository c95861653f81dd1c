import type { CtyPath } from '../cty/path.ts'
import { CtyDynamic, type CtyValue, isCtyList, isCtyMap, isCtyUnknown } from '../cty/value.ts'

/** Returns the paths of all unknown parts of a value. */
export function unknownPaths(value: CtyValue, path: CtyPath = []): readonly CtyPath[] {
  if (isCtyUnknown(value)) return [path]
  if (value instanceof CtyDynamic) return unknownPaths(value.value, path)
  if (isCtyList(value)) return value.flatMap((item, index) => unknownPaths(item, [...path, { index }]))
  if (!isCtyMap(value)) return []
  return Object.entries(value).flatMap(([attribute, item]) => unknownPaths(item, [...path, { attribute }]))
}
