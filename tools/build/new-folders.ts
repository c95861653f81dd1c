import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { BuiltFile } from './folder.ts'

interface Manifest {
  readonly devDependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
}

/**
 * The template of `slipway plugin new`: examples/provider as it is, with the versions in its package.json that it is tested with here. All
 * of them are only for its author, because a plugin is built into one file. Slipway's own packages are added when their source is known.
 */
export function newPluginFiles(root: string): readonly BuiltFile[] {
  const folder = join(root, 'examples/provider')
  const names = globSync('*.{ts,yaml,md}', { cwd: folder }).sort()
  const files = [...names, 'tsconfig.json'].map((name) => ({ name, content: readFileSync(join(folder, name)) }))
  return [
    ...files,
    { name: 'release.yml', content: readFileSync(join(folder, '.github/workflows/release.yml')) },
    { name: 'LICENSE', content: readFileSync(join(root, 'LICENSE')) },
    { name: 'package.json', content: manifestText(root, folder, ['@types/node', 'esbuild', 'typescript', 'zod']) },
  ].map(({ name, content }) => ({ path: `new-plugin/${name}`, content }))
}

/** The templates of `slipway new`, by kind: examples/new as it is. */
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
  // `nodes` is for users with a slipway from a clone, which brings no Node along that npm would run scripts on.
  return `${JSON.stringify({ ...manifestIn(folder), devDependencies, nodes }, null, 2)}\n`
}

function manifestIn(folder: string): object {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as object
}
