import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

export interface SourceFile {
  /** Relative to the root, with `/`. */
  readonly path: string
  readonly text: string
}

/** Every TypeScript file that git tracks or would track, generated code left out. */
export function typescriptSources(): readonly SourceFile[] {
  return trackedFiles('*.ts')
    .filter((path) => !path.includes('/gen/'))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

export function trackedFiles(...patterns: readonly string[]): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  })
  return listed.split('\n').filter((path) => path !== '' && existsSync(join(root, path)))
}
