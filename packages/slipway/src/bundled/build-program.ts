import { join, relative, resolve } from 'node:path'
import { build } from 'esbuild'
import { writeContentFolder } from './content-folder.ts'
import { workspace } from './workspace.ts'

export interface BuiltProgram {
  /** Holds `program.mjs` and the chunks that its commands load when they are called. */
  readonly root: string
  /** The files that went into it. */
  readonly inputs: readonly string[]
}

/** Bundles the command line. Only below the workspace, where packages that stay outside are found. */
export async function buildProgram(directory: string): Promise<BuiltProgram> {
  const sources = join(workspace, 'packages/slipway/src')
  const result = await build({
    absWorkingDir: workspace,
    entryPoints: [{ in: join(sources, 'cli/program.ts'), out: 'program' }],
    outdir: directory,
    outExtension: { '.js': '.mjs' },
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    // Names stay, for stacks that people can read.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    logLevel: 'silent',
    external: ['esbuild'],
    define: { 'import.meta.dirname': JSON.stringify(join(sources, 'bundled')) },
  })
  const files = result.outputFiles.map(({ path, contents }) => ({ path: relative(directory, path), content: contents }))
  const inputs = [...Object.keys(result.metafile.inputs), 'packages/slipway/src/bundled/build-program.ts']
  return { root: writeContentFolder(directory, files), inputs: inputs.map((file) => resolve(workspace, file)) }
}
