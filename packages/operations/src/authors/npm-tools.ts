import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, shellWord } from '@slipway/model'
import { runTool, type ToolRun } from './run-tool.ts'

/** The place and the environment in which npm runs. */
export interface NpmRun {
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  readonly signal?: AbortSignal | undefined
  readonly onOutput?: ToolRun['onOutput']
}

export interface PackedPackage {
  readonly name: string
  /** Absolute. */
  readonly file: string
}

/**
 * Packs the package of a folder as npm would publish it, with its `prepack`, which builds it.
 *
 * @param into a folder that does not exist yet
 * @throws Failure `cli/tool-failed`
 */
export async function npmPack(run: NpmRun, into: string): Promise<PackedPackage> {
  mkdirSync(into)
  const args = ['pack', '--pack-destination', into, '--foreground-scripts']
  await npm(run, args).catch((error: unknown) => {
    throw error instanceof Failure ? unpacked(error, run.folder) : error
  })
  const [file, ...others] = readdirSync(into)
  if (file === undefined || others.length > 0) throw new Error(`npm pack has written ${others.length + 1} files`)
  const { name } = JSON.parse(readFileSync(join(run.folder, 'package.json'), 'utf8')) as { readonly name?: string }
  return { name: name ?? '', file: join(into, file) }
}

/** Returns the failure with a next step that works, because the folder that npm was to write into is gone by then. */
function unpacked({ code, message, details, cause }: Failure, folder: string): Failure {
  const isInstalled = existsSync(join(folder, 'node_modules'))
  const hint = isInstalled ? 'put that right' : `install its build tools: cd ${shellWord(folder)} && npm install`
  return new Failure(code, message, { details, hint: `${hint}; then run the same command again`, cause })
}

/** Returns the checksum of a version in the registry, read by npm itself; `undefined` if the registry does not have the version. */
export async function npmIntegrity(name: string, version: string, run: NpmRun): Promise<string | undefined> {
  let [answer, said] = ['', '']
  const args = ['view', `${name}@${version}`, 'dist.integrity', '--json', '--loglevel=error']
  // Node writes warnings to stderr, and no option prevents that.
  const onOutput: ToolRun['onOutput'] = (text, stream) => {
    said += text
    if (stream === 'stdout') answer += text
  }
  try {
    await npm({ ...run, onOutput }, args)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (/"code":\s*"E404"/.test(said)) return undefined
    throw new Failure(error.code, error.message, { details: said.trim().split('\n').slice(-10), cause: error })
  }
  const found: unknown = answer.trim() === '' ? undefined : JSON.parse(answer)
  return typeof found === 'string' ? found : undefined
}

/** @throws Failure `cli/tool-failed` */
export async function npmPublish(file: string, more: readonly string[], run: NpmRun): Promise<void> {
  await npm(run, ['publish', file, '--loglevel=error', ...more])
}

async function npm({ folder, env, signal, onOutput }: NpmRun, args: readonly string[]): Promise<void> {
  const quiet = [...args, '--no-update-notifier']
  await runTool({
    command: 'npm',
    args: quiet,
    cwd: folder,
    env,
    ...(signal && { signal }),
    ...(onOutput && { onOutput }),
  })
}
