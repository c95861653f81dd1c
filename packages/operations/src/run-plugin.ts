import { type InFrontOptions, type InstalledPlugin, pluginEnvironment, runInFront } from '@slipway/host'
import { Failure } from '@slipway/model'
import { didYouMean } from '@slipway/source'
import { findPlugins } from './parts/find-plugins.ts'
import { environmentPolicy } from './parts/plugins-part.ts'
import { findProject, type ProjectRequest } from './project/project.ts'
import type { Slipway } from './slipway.ts'

export interface RunPluginRequest extends ProjectRequest, Pick<InFrontOptions, 'say' | 'passOn'> {
  /** As its dialect calls it: `tool`. */
  readonly kind: string
  /** `lint`, or `lint@1.2.0`. */
  readonly name: string
  readonly args: readonly string[]
}

/** Runs an installed plugin as a command, with the terminal of ours. Resolves to its exit code. */
export async function runPlugin(slipway: Slipway, request: RunPluginRequest): Promise<number> {
  const { settings, folders, trust } = await findProject(slipway, request, 'runs')
  const plugin = named(findPlugins({ slipway, settings, folders, trust }).plugins, request)
  const environment = pluginEnvironment({
    engine: slipway.env,
    policy: environmentPolicy(settings),
    variables: {},
  })
  const { args, say, passOn } = request
  return await runInFront({ plugin, args, environment, cwd: slipway.cwd, say, passOn })
}

function named(plugins: readonly InstalledPlugin[], { kind, name }: RunPluginRequest): InstalledPlugin {
  const [wanted = '', version] = name.split('@')
  const pulumi = plugins.filter(({ dialect }) => dialect.name === 'pulumi')
  const ofKind = pulumi.filter((plugin) => plugin.dialect.called(plugin).kind === kind)
  const names = ofKind.map((plugin) => plugin.dialect.called(plugin).name)
  const plugin = ofKind.find((each) => each.dialect.called(each).name === wanted)
  if (plugin === undefined) {
    throw new Failure('host/unknown-plugin', `no ${kind} plugin called ${wanted} is installed`, {
      hint: didYouMean(wanted, names) ?? 'slipway plugin list shows what is installed',
    })
  }
  if (version === undefined || plugin.version === version) return plugin
  const said = plugin.version === '' ? 'does not say its version' : `is of version ${plugin.version}`
  throw new Failure('host/unknown-plugin', `${wanted} is installed, and ${said}, not ${version}`, {
    hint: `plugins.pin gives the version that is chosen: plugins.pin.${plugin.id}`,
  })
}
