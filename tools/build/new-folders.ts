import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { BuiltFile } from './folder.ts'

interface Manifest {
  readonly devDependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
}

/**
 * What `slipway plugin new` starts from: examples/provider as it stands, and in its package.json the versions that it is tested
 * with here. All of them are for its author alone, because a plugin is built into one file. Slipway's own packages are added
 * where it is known where they come from.
 */
export function newPluginFiles(root: string): readonly BuiltFile[] {
  const folder = join(root, 'examples/provider')
  const names = globSync('*.{ts,yaml,md}', { cwd: folder }).sort()
  const files = [...names, 'tsconfig.json'].map((name) => ({ name, content: readFileSync(join(folder, name)) }))
  return [
    ...files,
    { name: 'LICENSE', content: readFileSync(join(root, 'LICENSE')) },
    { name: 'package.json', content: manifestText(root, folder, ['@types/node', 'esbuild', 'typescript', 'zod']) },
  ].map(({ name, content }) => ({ path: `new-plugin/${name}`, content }))
}

/** What `slipway new` starts from, by kind: examples/new as it stands. */
export function newProjectFiles(root: string): readonly BuiltFile[] {
  const folder = join(root, 'examples/new')
  const files = globSync('*/*', { cwd: folder, exclude: ['**/node_modules', '**/.slipway', '**/public'] }).sort()
  return files.map((name) => ({
    path: `new/${name}`,
    content: name.endsWith('/package.json')
      ? manifestText(root, dirname(join(folder, name)), [
          '@types/node',
          'typescript',
          ...(name.startsWith('blueprint/') ? [] : ['zod']),
        ])
      : readFileSync(join(folder, name)),
  }))
}

function manifestText(root: string, folder: string, names: readonly string[]): string {
  const { devDependencies: ours, optionalDependencies: nodes } = manifestIn(root) as Manifest
  const devDependencies = Object.fromEntries(names.map((name) => [name, ours[name] as string]))
  // `nodes` is for those whose slipway comes from a clone, and so brings none along that npm would run scripts on.
  return `${JSON.stringify({ ...manifestIn(folder), devDependencies, nodes }, null, 2)}\n`
}

function manifestIn(folder: string): object {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as object
}
