import { existsSync, lstatSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Failure, shownPath } from '@slipway/model'

const envFile = 'slipway-env.d.ts'

/** Absolute: where the file of a project lies. */
export function envFileOf({ cwd }: { readonly cwd: string }, project: string, out: string | undefined): string {
  return out === undefined ? join(project, envFile) : resolve(cwd, out)
}

/** Whether there is one beside what a command is about. Costs next to nothing: most projects have none. */
export function hasEnvFile({ cwd }: { readonly cwd: string }, named: string | undefined): boolean {
  const path = resolve(cwd, named ?? '.')
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
  return existsSync(join(isFolder ? path : dirname(path), envFile))
}

/**
 * Looking is for folders of strangers, too: a link there could lead to a file elsewhere, and a named pipe would keep whoever reads it waiting.
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
