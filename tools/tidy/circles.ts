/** Circles of imports, including `import()` and imports of types: oxlint does not follow imports at run time. */
import { dirname, join } from 'node:path'
import type { SourceFile } from './sources.ts'

/** `import x from './a.ts'`, `export … from`, `import './a.ts'`, `import('./a.ts')`; between packages the walls leave no circle. */
const importing = /(?:\bfrom\s+|\bimport\s+|\bimport\(\s*)'(\.[^'\n]+)'/g

/** Each circle as the files in it, every one of which imports the next. */
export function circlesIn(files: readonly SourceFile[]): readonly (readonly string[])[] {
  const known = new Set(files.map(({ path }) => path))
  const imports = new Map(files.map((file) => [file.path, importedBy(file).filter((path) => known.has(path))]))
  const left = new Set(known)
  const circles: (readonly string[])[] = []
  // A file that imports none of the remaining files is in no circle.
  let before: number
  do {
    before = left.size
    for (const path of left) if (!imports.get(path)?.some((other) => left.has(other))) left.delete(path)
  } while (left.size < before)
  for (const path of left) {
    const circle = circleFrom(path, imports, left)
    if (circle === undefined) continue
    circles.push(circle)
    for (const each of circle) left.delete(each)
  }
  return circles
}

function importedBy({ path, text }: SourceFile): readonly string[] {
  return Array.from(text.matchAll(importing), ([, specifier = '']) => join(dirname(path), specifier))
}

/** The shortest way from a file back to itself. */
function circleFrom(
  start: string,
  imports: ReadonlyMap<string, readonly string[]>,
  left: ReadonlySet<string>,
): readonly string[] | undefined {
  const cameFrom = new Map<string, string>()
  const queue = [start]
  for (const path of queue)
    for (const next of imports.get(path) ?? []) {
      if (next === start) return wayTo(path, cameFrom)
      if (!left.has(next) || cameFrom.has(next)) continue
      cameFrom.set(next, path)
      queue.push(next)
    }
  return undefined
}

function wayTo(end: string, cameFrom: ReadonlyMap<string, string>): readonly string[] {
  const way = [end]
  for (let from = cameFrom.get(end); from !== undefined; from = cameFrom.get(from)) way.unshift(from)
  return way
}
