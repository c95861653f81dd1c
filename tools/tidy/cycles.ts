import { posix } from 'node:path'
import { importsOf, type SourceFile } from './sources.ts'

/** Cycles of files that import each other for more than types, each as the list of its files. */
export function importCycles(files: readonly SourceFile[]): readonly (readonly string[])[] {
  const edges = new Map(files.map((file) => [file.path, relativeImports(file)]))
  const done = new Set<string>()
  const cycles: string[][] = []
  for (const file of edges.keys()) walk(file, [])
  return cycles

  function walk(file: string, trail: readonly string[]): void {
    const seenAt = trail.indexOf(file)
    if (seenAt >= 0) cycles.push(trail.slice(seenAt))
    if (seenAt >= 0 || done.has(file)) return
    for (const next of edges.get(file) ?? []) walk(next, [...trail, file])
    done.add(file)
  }
}

function relativeImports(file: SourceFile): readonly string[] {
  return importsOf(file.text)
    .filter((one) => one.specifier.startsWith('.') && !one.typeOnly && !one.dynamic)
    .map((one) => posix.join(posix.dirname(file.path), one.specifier))
}
