import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Deletes the declarations below `folder` that none of these declarations imports, directly or not: nobody can see their types. */
export function keepReachable(entries: readonly string[], folder: string): void {
  const reached = new Set(entries)
  for (const file of reached) for (const imported of importedBy(file)) reached.add(imported)
  for (const file of globSync('**/*.d.ts', { cwd: folder })) {
    const path = join(folder, file)
    if (!reached.has(path)) rmSync(path)
  }
}

/** The declarations of our own files that a declaration imports: `./stack.ts` is `stack.d.ts`. */
function importedBy(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8')
  const names = Array.from(
    text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"]+)\.[jt]s['"]/g),
    ([, name = '']) => name,
  )
  // A comment may show an import of a file that is only an example.
  return names.map((name) => join(dirname(file), `${name}.d.ts`)).filter((path) => existsSync(path))
}
