import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BuiltFile } from './folder.ts'

interface Manifest {
  readonly devDependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
}

/**
 * What `slipway plugin new` starts from: examples/provider as it stands, and a package.json with the versions that it is
 * tested with here. Slipway's own packages are added where it is known where they come from.
 */
export function newPluginFiles(root: string): readonly BuiltFile[] {
  const folder = join(root, 'examples/provider')
  const names = globSync('*.{ts,json,yaml,md}', { cwd: folder }).sort()
  const files = names.map((name) => ({ path: `new-plugin/${name}`, content: readFileSync(join(folder, name)) }))
  return [...files, { path: 'new-plugin/package.json', content: manifestText(root) }]
}

function manifestText(root: string): string {
  const { devDependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as Manifest
  const versions = (...names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, devDependencies[name] as string]))
  const conform = 'slipway plugin test plugins --exercises exercises.yaml'
  const manifest = {
    private: true,
    type: 'module',
    scripts: {
      test: `tsc && node --test && npm run build && ${conform}`,
      build: 'node build.ts',
      watch: `${conform} --watch`,
    },
    dependencies: versions('zod'),
    devDependencies: versions('@types/node', 'esbuild', 'typescript'),
    // A Node that runs TypeScript, whatever the machine has: npm runs scripts on it.
    optionalDependencies,
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}
