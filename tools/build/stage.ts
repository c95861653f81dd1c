import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './bundles.ts'
import { compilePackage, declarations } from './compile.ts'
import { packagesToPublish, type Manifest, type PublishedPackage } from './manifest.ts'

/**
 * Lays out the published packages below `folder`: a folder for each of packages/, with JavaScript and declarations in `lib/` instead of
 * `src/`, and with the build's files in `dist/`. Returns the folders.
 */
export async function stagePackages(folder: string): Promise<readonly string[]> {
  const packages = packagesToPublish()
  const output = join(folder, 'compiled')
  declarations(Object.assign({}, ...packages.map(({ sources }) => sources)) as Record<string, string>, output)
  return await Promise.all(packages.map((one) => stagePackage(one, folder, output)))
}

async function stagePackage(
  { name, manifest, sources, without }: PublishedPackage,
  folder: string,
  output: string,
): Promise<string> {
  const target = join(folder, 'packages', name)
  mkdirSync(target, { recursive: true })
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  for (const file of filesOf(name, manifest)) cpSync(file.from, join(target, file.to), { recursive: true })
  for (const file of without) rmSync(join(target, 'dist', file), { recursive: true })
  const declared = join(output, 'packages', name, 'src')
  if (!existsSync(declared)) return target
  cpSync(declared, join(target, 'lib'), { recursive: true })
  await compilePackage(join(root, 'packages', name, 'src'), Object.values(sources), join(target, 'lib'))
  return target
}

interface Copied {
  readonly from: string
  readonly to: string
}

function filesOf(name: string, { files }: Manifest): readonly Copied[] {
  const own = join(root, 'packages', name)
  const built = files.filter((file) => file !== 'lib').map((file) => ({ from: join(own, file), to: file }))
  const missing = built.find(({ from }) => !existsSync(from))
  if (missing !== undefined) throw new Error(`there is no ${missing.from}: npm run build makes it`)
  const readme = join(own, 'README.md')
  return [
    ...built,
    ...(existsSync(readme) ? [{ from: readme, to: 'README.md' }] : []),
    { from: join(root, 'LICENSE'), to: 'LICENSE' },
  ]
}
