import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Makes a .tar.gz of these texts, all of them executable. Returns its digest. */
export function writeArchive(file: string, files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(`${file}-`)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text, { mode: 0o755 })
  }
  execFileSync('tar', ['-czf', file, '-C', folder, '.'])
  rmSync(folder, { recursive: true })
  return digestOf(file)
}

export function digestOf(file: string): string {
  return `sha256:${createHash('sha256').update(readFileSync(file)).digest('hex')}`
}
