import type { Start } from '../dialect.ts'
import type { SourceRuntime } from './plugin-yaml.ts'

/** How sources are run: a program, and what it gets besides the arguments of the plugin. */
export type SourceStart = Pick<Start, 'variables' | 'args' | 'cwd'> & { readonly file: string }

/**
 * How a plugin that is sources is started, for the languages that Slipway knows itself; `undefined` for any other. Fails
 * with an error that says what is missing.
 *
 * @param folder in which the plugin lies
 * @param args of the plugin
 * @param pwd where plugins run
 */
export async function sourceStart(
  folder: string,
  { name, options }: SourceRuntime,
  { args, kind, pwd }: { readonly args: readonly string[]; readonly kind: string; readonly pwd: string },
): Promise<SourceStart | undefined> {
  // Only few commands start sources.
  const { nodejs, python } = await import('@slipway/languages')
  const language = [nodejs, python].find((each) => each.name === name)
  return language?.plugin({ sources: { root: folder, folder, entry: '.', options }, kind, args, pwd })
}
