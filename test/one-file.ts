import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { buildSync } from 'esbuild'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'node_modules/.cache/plugins-of-tests')
const built = new Map<string, string>()

/** Bundled code may still ask for a module by its name. */
const requiring = `import { createRequire as requiring } from 'node:module'; const require = requiring(import.meta.url)`

/**
 * A test plugin with all its imports in one file, which starts three times as fast as one that loads the 250 modules of the SDK. Its path stays the
 * same, so that Node's compiled code of it stays valid.
 */
export function oneFile(source: string): string {
  const known = built.get(source)
  if (known !== undefined) return known
  const { outputFiles } = buildSync({
    absWorkingDir: root,
    entryPoints: [source],
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: { js: requiring },
    write: false,
  })
  const text = outputFiles[0]?.text ?? ''
  const file = join(folder, `${relative(root, source).replaceAll('/', '-')}.mjs`)
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) place(file, text)
  built.set(source, file)
  return file
}

/** Another process may start it at the same time, so it appears whole. */
function place(file: string, text: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${file}.${process.pid}`, text)
  renameSync(`${file}.${process.pid}`, file)
}
