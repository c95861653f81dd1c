import { existsSync, lstatSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Failure, shownPath } from '@slipway/model'

const envFile = 'slipway-env.d.ts'

/** The absolute path of a project's declarations. */
export function envFileOf({ cwd }: { readonly cwd: string }, project: string, out: string | undefined): string {
  return out === undefined ? join(project, envFile) : resolve(cwd, out)
}

/** True if there is such a file beside the command's file or folder. Cheap, because most projects have none. */
export function hasEnvFile({ cwd }: { readonly cwd: string }, named: string | undefined): boolean {
  const path = resolve(cwd, named ?? '.')
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
  return existsSync(join(isFolder ? path : dirname(path), envFile))
}

/**
 * Refuses anything but a regular file. Commands that only look also work in foreign folders, where a link could lead elsewhere and reading
 * a pipe could block.
 *
 * @throws Failure `cli/file-is-there`
 */
export function refuseNoFile(file: string): void {
  const stats = lstatSync(file, { throwIfNoEntry: false })
  if (stats === undefined || stats.isFile() || stats.isDirectory()) return
  const what = stats.isSymbolicLink() ? 'a link, and nothing is written through it' : 'no file, and is not overwritten'
  throw new Failure('cli/file-is-there', `${shownPath(file)} is ${what}`, {
    hint: 'remove it, or give --out the name of a file',
  })
}
