import { existsSync, lstatSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Failure, shownPath } from '@slipway/model'

const envFile = 'slipway-env.d.ts'

/** Returns the absolute path of the file with a project's declarations. */
export function envFileOf({ cwd }: { readonly cwd: string }, project: string, out: string | undefined): string {
  return out === undefined ? join(project, envFile) : resolve(cwd, out)
}

/** True if the file exists beside the command's file or folder. The test is cheap, because most projects have no such file. */
export function hasEnvFile({ cwd }: { readonly cwd: string }, named: string | undefined): boolean {
  const path = resolve(cwd, named ?? '.')
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
  return existsSync(join(isFolder ? path : dirname(path), envFile))
}

/**
 * Refuses anything but a regular file. Read-only commands also work in untrusted folders, where a link could lead elsewhere and reading a pipe could
 * block.
 *
 * @throws Failure `cli/file-is-there`
 */
export function refuseNoFile(file: string): void {
  const stats = lstatSync(file, { throwIfNoEntry: false })
  if (stats === undefined || stats.isFile() || stats.isDirectory()) return
  const what = stats.isSymbolicLink()
    ? 'a link, and Slipway does not write through links'
    : 'not a file, and Slipway does not overwrite it'
  throw new Failure('cli/file-is-there', `${shownPath(file)} is ${what}`, {
    hint: 'remove it, or give --out the name of a file',
  })
}
