import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build } from 'esbuild'
import { root } from './bundles.ts'
import { keepReachable } from './reachable.ts'

/**
 * Writes the declarations of sources that are imported under these names, and those that these import, below `output`, at their paths in the
 * repository. Fails with the compiler's messages.
 */
export function declarations(sources: Readonly<Record<string, string>>, output: string): void {
  // Inside the repository, where the compiler finds the types of Node.
  const folder = mkdtempSync(join(root, 'node_modules/.compile-'))
  try {
    const config = join(folder, 'tsconfig.json')
    writeFileSync(config, JSON.stringify(configOf(sources, output)))
    execFileSync(join(root, 'node_modules/.bin/tsc'), ['--project', config], { encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    const { stdout = '' } = error as { stdout?: string }
    throw new Error(`the packages cannot be compiled:\n${stdout}`, { cause: error })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const entries = filesOf(sources).map((file) => join(output, relative(root, file).replace(/\.ts$/, '.d.ts')))
  keepReachable(entries, output)
}

function filesOf(sources: Readonly<Record<string, string>>): readonly string[] {
  return Object.values(sources).flatMap((source) => globSync(source))
}

/**
 * Compiles the sources that others import from one package to JavaScript in `folder`, at their paths below `src`. Code that several of them
 * share is in files of its own: a package of many small files is large on a disk, and slow to import.
 */
export async function compilePackage(src: string, sources: readonly string[], folder: string): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: sources.flatMap((source) => globSync(source)),
    outbase: src,
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    // Node 22 knows this much, and the SDK runs on it, too.
    target: 'es2023',
    legalComments: 'none',
    logLevel: 'silent',
  })
}

function configOf(sources: Readonly<Record<string, string>>, output: string): object {
  return {
    extends: join(root, 'tsconfig.json'),
    files: filesOf(sources),
    include: [],
    compilerOptions: {
      noEmit: false,
      incremental: false,
      declaration: true,
      emitDeclarationOnly: true,
      stripInternal: true,
      rewriteRelativeImportExtensions: true,
      rootDir: root,
      // A module found in node_modules counts as another's, and is not compiled.
      paths: Object.fromEntries(Object.entries(sources).map(([name, source]) => [name, [source]])),
      outDir: output,
    },
  }
}
