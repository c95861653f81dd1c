import {
  frontRun,
  type InstalledPlugin,
  type LanguageRun,
  type PassOn,
  pluginEnvironment,
  runInFront,
  runInFrontByLanguage,
} from '@slipway/host'
import { pulumiKinds } from '@slipway/installer/descriptors'
import { Failure, shellWord } from '@slipway/model'
import { route } from '@slipway/protocol'
import { Engine } from '@slipway/protocol/pulumi'
import { didYouMean } from '@slipway/source'
import { findPlugins, type PluginPlaces } from './plugins/find-plugins.ts'
import { environmentPolicy } from './plugins/environment-policy.ts'
import { withLanguage } from './plugins/with-language.ts'
import { findProject, type ProjectRequest } from './project/project.ts'
import type { Slipway } from './slipway.ts'
import { envForOthers } from './store/shared-state.ts'

export interface RunPluginRequest extends ProjectRequest {
  /** The kind of the plugin in the dialect's terms: `tool`. */
  readonly kind: string
  /** The name of the plugin: `lint`, or `lint@1.2.0`. */
  readonly name: string
  readonly args: readonly string[]
  /** Called with messages that the plugin asks the engine to show. */
  readonly say: (message: string) => void
  readonly passOn: PassOn
  /**
   * Receives the output of a plugin that its language plugin runs. Resolves once there is room for more. Other plugins write to the user's terminal
   * directly.
   */
  readonly print: (stream: 'stdout' | 'stderr', bytes: Uint8Array) => Promise<void>
}

/** Runs an installed plugin as a command in the user's terminal. Resolves to its exit code. */
export async function runPlugin(slipway: Slipway, request: RunPluginRequest): Promise<number> {
  const { settings, folders, trust } = await findProject(slipway, request, 'runs')
  const { plugins } = findPlugins({ slipway, settings, folders, trust })
  const plugin = named(plugins, request)
  const { env, cwd } = slipway
  const { args, say, passOn } = request
  const installed = (id: string): InstalledPlugin | undefined => plugins.find((each) => each.id === id)
  const start = await frontRun(plugin, { args, pwd: cwd, installed })
  if ('language' in start) return await runByLanguage({ slipway, settings, folders }, request, { plugin, ...start })
  const environment = pluginEnvironment({
    engine: envForOthers(env, folders),
    policy: environmentPolicy(settings),
    variables: {},
  })
  return await runInFront({ plugin, start, environment, cwd, say, passOn })
}

/** Maximum size of one message, in bytes. */
const mostOfMessage = 4 << 20

/** Runs the plugin through its language plugin, which gets its own host as in any other command. */
async function runByLanguage(
  places: Omit<PluginPlaces, 'trust'>,
  { args, say, passOn, print }: RunPluginRequest,
  { plugin, language, runtime }: LanguageRun & { readonly plugin: InstalledPlugin },
): Promise<number> {
  return await withLanguage(places, language, async (channel, host) => {
    const log = route(Engine.Log, ({ message }) => {
      say(message)
      return {}
    })
    const door = await host.serve([log], mostOfMessage)
    try {
      const environment = { PULUMI_RPC_TARGET: door.address }
      const { cwd } = places.slipway
      return await runInFrontByLanguage(channel, { plugin, runtime, cwd, args, environment, passOn, print })
    } finally {
      await door.close()
    }
  })
}

/** Suggests an install command. Descriptors use Pulumi's names for the kinds of plugins. */
function howToGet(kind: string, name: string): string {
  const isKind = pulumiKinds.some((each) => each === kind)
  const list = 'slipway plugin list shows the installed plugins'
  return isKind ? `slipway plugin install ${shellWord(`pulumi:${kind}/${name}`)} installs it; ${list}` : list
}

function named(plugins: readonly InstalledPlugin[], { kind, name }: RunPluginRequest): InstalledPlugin {
  const [wanted = '', version] = name.split('@')
  const pulumi = plugins.filter(({ dialect }) => dialect.name === 'pulumi')
  const ofKind = pulumi.filter((plugin) => plugin.dialect.called(plugin).kind === kind)
  const names = ofKind.map((plugin) => plugin.dialect.called(plugin).name)
  const plugin = ofKind.find((each) => each.dialect.called(each).name === wanted)
  if (plugin === undefined) {
    throw new Failure('host/unknown-plugin', `no ${kind} plugin called ${wanted} is installed`, {
      hint: didYouMean(wanted, names) ?? howToGet(kind, wanted),
    })
  }
  if (version === undefined || plugin.version === version) return plugin
  const said = plugin.version === '' ? 'does not say its version' : `is of version ${plugin.version}`
  throw new Failure('host/unknown-plugin', `${wanted} is installed, but ${said}, not ${version}`, {
    hint: `plugins.pin sets the version: plugins.pin.${plugin.id}`,
  })
}
