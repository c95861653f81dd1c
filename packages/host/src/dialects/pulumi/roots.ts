import { delimiter, isAbsolute, join } from 'node:path'
import { type Environment, type PluginRoot, pulumiPluginsIn, slipwayHome } from '../../layout.ts'

export interface PulumiRootOptions {
  readonly env: Environment
  readonly home: string
  /** A folder that may contain a Pulumi.yaml; absent: none. */
  readonly project?: string
  /** The folders with Pulumi plugins that come with Slipway. */
  readonly bundled?: readonly string[]
}

const dialect = 'pulumi'

/**
 * The places to look for Pulumi plugins, in order of priority: plugins that already run, those that the project names, those that came with
 * Slipway, those that Slipway has installed, the PATH, Pulumi's own plugin folder, and the folder where its installation has the language
 * plugins. A user who has Pulumi installed has them there or on the PATH without having asked for them.
 */
export function pulumiRoots({ env, home, project, bundled = [] }: PulumiRootOptions): readonly PluginRoot[] {
  const attached = listed(env['PULUMI_DEBUG_PROVIDERS'], ',')
  const ambient = isSet(env['PULUMI_IGNORE_AMBIENT_PLUGINS']) ? [] : listed(env['PATH'], delimiter).filter(isAbsolute)
  const pulumiHome = env['PULUMI_HOME'] || join(home, '.pulumi')
  return [
    ...attached.map((path): PluginRoot => ({ path, origin: 'attached', dialect })),
    ...(project === undefined ? [] : [{ path: project, origin: 'project', dialect } as const]),
    ...bundled.map((path): PluginRoot => ({ path, origin: 'bundled', dialect })),
    { path: pulumiPluginsIn(slipwayHome({ env, home })), origin: 'default', dialect },
    ...ambient.map((path): PluginRoot => ({ path, origin: 'path', dialect })),
    { path: join(pulumiHome, 'plugins'), origin: 'cache', dialect },
    { path: join(pulumiHome, 'bin'), origin: 'cache', dialect },
  ]
}

function listed(list: string | undefined, separator: string): readonly string[] {
  return [...new Set((list ?? '').split(separator).map((entry) => entry.trim()))].filter((entry) => entry !== '')
}

function isSet(value: string | undefined): boolean {
  return value === '1' || value?.toLowerCase() === 'true'
}
