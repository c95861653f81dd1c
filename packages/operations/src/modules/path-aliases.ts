import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Returns the error for a name that a tsconfig.json defines under `paths`, which is not supported; `undefined` for any other name. */
export function aliasProblem(specifier: string, parent: string | undefined): Error | undefined {
  if (specifier.startsWith('.') || parent?.startsWith('file:') !== true) return undefined
  const from = fileURLToPath(parent)
  const config = nearest('tsconfig.json', dirname(from))
  if (config === undefined || !aliasesIn(config).some((alias) => matches(alias, specifier))) return undefined
  return new Error(
    `${from} imports ${specifier}, which is an alias under "paths" in ${config}. Node does not read that file: import the file by its ` +
      'relative path, or give it a name under "imports" in package.json (one that begins with #)',
  )
}

function nearest(name: string, folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const file = join(at, name)
    if (existsSync(file)) return file
    if (dirname(at) === at) return undefined
  }
}

/** Returns the names under `paths`. Uses a pattern, because the file is not JSON: it may have comments and trailing commas. */
function aliasesIn(file: string): readonly string[] {
  const [, inside = ''] = /"paths"\s*:\s*\{([^}]*)\}/.exec(readFileSync(file, 'utf8')) ?? []
  return [...inside.matchAll(/"((?:[^"\\]|\\.)*)"\s*:/g)].map(([, name = '']) => name)
}

function matches(alias: string, specifier: string): boolean {
  const star = alias.indexOf('*')
  if (star === -1) return alias === specifier
  return specifier.startsWith(alias.slice(0, star)) && specifier.endsWith(alias.slice(star + 1))
}
