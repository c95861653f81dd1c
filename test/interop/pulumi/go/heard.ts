import { existsSync, readFileSync, rmSync } from 'node:fs'

/** Names of calls that a provider has written since the last time, one line each. */
export function heardOf(file: string): string {
  if (!existsSync(file)) return ''
  const names = readFileSync(file, 'utf8').trimEnd().split('\n')
  rmSync(file)
  return names.filter((name) => name !== 'GetSchema').join(' ')
}
