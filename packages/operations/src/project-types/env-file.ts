import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

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
