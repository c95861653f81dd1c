import { delimiter, isAbsolute, join } from 'node:path'
import { type Environment, type PluginRoot, pulumiPluginsIn, slipwayHome } from '../../layout.ts'

export interface PulumiRootOptions {
  readonly env: Environment
  readonly home: string
  /** The folder that may have a Pulumi.yaml; absent: none. */
  readonly project?: string
  /** The folders with plugins that came with Slipway, of this dialect. */
  readonly bundled?: readonly string[]
}

const dialect = 'pulumi'

/**
 * The places to look for Pulumi plugins, in order of priority: plugins that already run, those that the project names, those that came with
 * Slipway, those that Slipway has installed, the PATH, Pulumi's own plugin folder. A user who has Pulumi installed has its language plugins
 * on the PATH without having asked for them.
 */
export function pulumiRoots({ env, home, project, bundled = [] }: PulumiRootOptions): readonly PluginRoot[] {
  const attached = listed(env['PULUMI_DEBUG_PROVIDERS'], ',')
  const ambient = isSet(env['PULUMI_IGNORE_AMBIENT_PLUGINS']) ? [] : listed(env['PATH'], delimiter).filter(isAbsolute)
  return [
    ...attached.map((path): PluginRoot => ({ path, origin: 'attached', dialect })),
    ...(project === undefined ? [] : [{ path: project, origin: 'project', dialect } as const]),
    ...bundled.map((path): PluginRoot => ({ path, origin: 'bundled', dialect })),
    { path: pulumiPluginsIn(slipwayHome({ env, home })), origin: 'default', dialect },
    ...ambient.map((path): PluginRoot => ({ path, origin: 'path', dialect })),
    { path: join(env['PULUMI_HOME'] || join(home, '.pulumi'), 'plugins'), origin: 'cache', dialect },
  ]
}

function listed(list: string | undefined, separator: string): readonly string[] {
  return [...new Set((list ?? '').split(separator).map((entry) => entry.trim()))].filter((entry) => entry !== '')
}

function isSet(value: string | undefined): boolean {
  return value === '1' || value?.toLowerCase() === 'true'
}
