import { join, relative, resolve } from 'node:path'
import { build } from 'esbuild'
import { bundleFormat } from './compiled-bundle.ts'
import { writeContentFolder } from './content-folder.ts'
import { workspace } from './workspace.ts'

export interface BuiltProgram {
  /** Holds `program.cjs`, in which each command becomes active when it is called. */
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
    ...bundleFormat,
    // Names stay, for stacks that people can read.
    minifyWhitespace: true,
    outdir: directory,
    outExtension: { '.js': '.cjs' },
    write: false,
    metafile: true,
    logLevel: 'silent',
    external: ['esbuild'],
    define: { 'import.meta.dirname': JSON.stringify(join(sources, 'bundled')), 'import.meta.url': '__filename' },
  })
  const files = result.outputFiles.map(({ path, contents }) => ({ path: relative(directory, path), content: contents }))
  const inputs = [...Object.keys(result.metafile.inputs), 'packages/slipway/src/bundled/build-program.ts']
  return { root: writeContentFolder(directory, files), inputs: inputs.map((file) => resolve(workspace, file)) }
}
