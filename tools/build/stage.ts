import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './bundles.ts'
import { compile } from './compile.ts'
import { packagesToPublish, type Manifest } from './manifest.ts'

/**
 * Lays out below `folder` what is published: a folder each of packages/, in which `lib/` holds JavaScript and declarations
 * instead of `src/`, with what the build has put into `dist/`. Returns the folders.
 */
export function stagePackages(folder: string): readonly string[] {
  const packages = packagesToPublish()
  const output = join(folder, 'compiled')
  compile(Object.assign({}, ...packages.map(({ sources }) => sources)) as Record<string, string>, output)
  return packages.map(({ name, manifest }) => {
    const target = join(folder, 'packages', name)
    mkdirSync(target, { recursive: true })
    writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
    for (const file of filesOf(name, manifest)) cpSync(file.from, join(target, file.to), { recursive: true })
    const compiled = join(output, 'packages', name, 'src')
    if (existsSync(compiled)) cpSync(compiled, join(target, 'lib'), { recursive: true })
    return target
  })
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
