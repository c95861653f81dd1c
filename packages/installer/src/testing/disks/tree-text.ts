import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Returns everything below a folder as text: equal texts mean the same files, contents and modes. */
export function treeText(folder: string): string {
  const lines: string[] = []
  const walk = (path: string, indent: string): void => {
    for (const name of readdirSync(path).sort()) {
      const file = join(path, name)
      const stats = statSync(file)
      if (stats.isDirectory()) {
        lines.push(`${indent}${name}/`)
        walk(file, `${indent}  `)
      } else
        lines.push(`${indent}${name} ${(stats.mode & 0o777).toString(8)} ${JSON.stringify(readFileSync(file, 'utf8'))}`)
    }
  }
  if (existsSync(folder)) walk(folder, '')
  return lines.join('\n')
}
