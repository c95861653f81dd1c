import { dirname } from 'node:path'
import { Failure, messageOf } from '@slipway/model'
import type { GreetingOptions, InstalledPlugin, Start } from '../../dialect.ts'
import { pluginIdOf } from '../described/kinds.ts'
import { readRuntime, type SourceRuntime, unusableSources } from '../described/plugin-yaml.ts'

/** How to run sources: a program, and its arguments and variables besides those of the plugin. */
export type SourceStart = Pick<Start, 'variables' | 'args' | 'cwd'> & { readonly file: string }

interface SourceRun {
  readonly args: readonly string[]
  /** The working directory of plugins. */
  readonly pwd: string
  readonly installed: GreetingOptions['installed']
}

/** A language plugin that is asked to run the sources. */
export interface LanguageRun {
  readonly language: InstalledPlugin
  readonly runtime: SourceRuntime
}

/**
 * The way to run a plugin in sources. Languages that Slipway knows need no process of their own, unless the project has another plugin for
 * them.
 * @throws Failure that names what is missing
 */
export async function sourceRun(plugin: InstalledPlugin, run: SourceRun): Promise<SourceStart | LanguageRun> {
  const runtime = readRuntime(plugin.file)
  const language = run.installed(pluginIdOf('language', runtime.name) ?? '')
  const start = language?.root.origin === 'project' ? undefined : await sourceStart(plugin, runtime, run)
  if (start !== undefined) return start
  if (language !== undefined) return { language, runtime }
  const { name } = runtime
  throw unusableSources(
    `it is source code for ${name}, but no language plugin for ${name} is installed`,
    `slipway plugin install pulumi:language/${name} installs it; or put pulumi-language-${name} on the PATH`,
  )
}

/** How Slipway itself runs the sources; `undefined` for a language that it does not know. */
async function sourceStart(
  { file, kind }: InstalledPlugin,
  { name, options }: SourceRuntime,
  { args, pwd }: SourceRun,
): Promise<SourceStart | undefined> {
  // Only few commands start sources.
  const { nodejs, python } = await import('@slipway/languages')
  const folder = dirname(file)
  try {
    const language = [nodejs, python].find((each) => each.name === name)
    return language?.plugin({ sources: { root: folder, folder, entry: '.', options }, kind, args, pwd })
  } catch (error) {
    if (error instanceof Failure) throw error
    throw unusableSources(messageOf(error), `correct the options of the runtime in ${file}`, error)
  }
}
