import { type DiffResponse, PropertyDiffKind } from '../gen/provider.ts'

const replacing: ReadonlySet<number> = new Set([
  PropertyDiffKind.ADD_REPLACE,
  PropertyDiffKind.REMOVE_REPLACE,
  PropertyDiffKind.CHANGE_REPLACE,
])

/** Paths of properties that need a new resource, however a plugin says so: `account`, `rules[0].port`. */
export function replacedBy({ replaces, detailedDiff, hasDetailedDiff }: DiffResponse): readonly string[] {
  const detailed = hasDetailedDiff ? Object.entries(detailedDiff) : []
  const paths = detailed.filter(([, { kind }]) => replacing.has(kind)).map(([path]) => path)
  // A path says more than the name of the property that it begins with.
  const names = replaces.filter((name) => !paths.some((path) => path.split(/[.[]/)[0] === name))
  return [...new Set([...names, ...paths])]
}
