import { resolve } from 'node:path'
import { deployEngineEcosystem, pluginRoots, pulumiEcosystem, slipwayHome, terraformEcosystem } from '@slipway/host'
import {
  type Access,
  createHttpClient,
  createInstaller,
  createSources,
  createVerifier,
  defaultHosts,
  type Ecosystem,
  type Installer,
  type Level,
  platformOf,
  type SignerRule,
  type Source,
  type Verifier,
} from '@slipway/installer'
import { type PluginPlaces, textsOf } from '../plugins/find-plugins.ts'
import { pluginStore } from '../project/plugin-store.ts'
import type { Settings } from '../settings/settings.ts'
import { ownerOfProject } from '../trust/owner-of-project.ts'
import { languagePlugins } from './language-plugins.ts'
import { assertOwnPlace } from './own-places.ts'
import { installRootOf } from './places.ts'
import { sdkMaker } from '../sdks/sdk-maker.ts'

export interface ComposeInstallerOptions extends PluginPlaces {
  readonly isOffline: boolean
  readonly stop?: AbortSignal | undefined
}

export interface ComposedInstaller extends Installer {
  readonly sources: readonly Source[]
  readonly access: Access
  readonly verifier: Verifier
}

/** Assembles the installer. The installer's sources and the host's ecosystems meet only here. */
export function composeInstaller(options: ComposeInstallerOptions): ComposedInstaller {
  const { slipway, settings, folders, isOffline, stop = new AbortController().signal } = options
  const { env } = slipway
  const { home } = folders
  const ofSlipway = slipwayHome({ env, home })
  const store = pluginStore({ env, home }, settings)
  for (const place of [ofSlipway, store]) refuseForeign(options, place)
  const now = Date.now
  const http = createHttpClient({
    env,
    signal: stop,
    isOffline,
    settings: {
      allowHttp: settings.flag('plugins', 'allowHttp'),
      httpTokens: settings.list('plugins', 'httpTokens'),
    },
  })
  const sources = sourcesOf(options)
  const access = { http, signal: stop, env, isOffline, progress: () => {} }
  const verifier = createVerifier({
    home: ofSlipway,
    store,
    env,
    now,
    minimum: levelOf(settings),
    signers: signersOf(settings),
  })
  const installer = createInstaller({
    ecosystems: ecosystemsOf(options, ofSlipway),
    sources,
    verifier,
    sdks: sdkMaker(options),
    store,
    home: ofSlipway,
    access,
    platform: platformOf(),
    now,
  })
  return { ...installer, sources, access, verifier }
}

function refuseForeign({ slipway, settings, folders }: ComposeInstallerOptions, place: string): void {
  if (!settings.flag('plugins', 'allowUnsafePaths')) assertOwnPlace(place, ownerOfProject(slipway, folders.project))
}

/** Returns the ecosystems of all dialects, and the ecosystems of plugins that Slipway only installs. */
function ecosystemsOf(options: ComposeInstallerOptions, ofSlipway: string): readonly Ecosystem[] {
  const { env } = options.slipway
  const { home } = options.folders
  return [
    deployEngineEcosystem({
      root: () => {
        const { path } = installRootOf({ env, home })
        refuseForeign(options, path)
        return path
      },
      roots: pluginRoots({ env, home }).map(({ path }) => path),
      env,
    }),
    pulumiEcosystem({ home: ofSlipway, env, languages: languagePlugins(options) }),
    terraformEcosystem({ home: ofSlipway, defaultHost: defaultHosts.terraform }),
  ]
}

/** Returns the sources of plugins, with the user's mirror and settings. */
export function sourcesOf({
  slipway: { env, cwd },
  settings,
}: Pick<ComposeInstallerOptions, 'slipway' | 'settings'>): readonly Source[] {
  const { base = cwd } = settings.get('plugins', 'mirror') ?? {}
  const mirror = settings.text('plugins', 'mirror')
  return createSources({
    env,
    registries: textsOf(settings.below('plugins', 'registries')),
    overrides: textsOf(settings.below('plugins', 'overrides')),
    ...(mirror !== undefined && { mirror: /^(file|https?|oci):/i.test(mirror) ? mirror : resolve(base, mirror) }),
  })
}

function levelOf(settings: Settings): Level {
  return (settings.text('plugins', 'verify') ?? 'none') as Level
}

function signersOf(settings: Settings): readonly SignerRule[] {
  return settings.names('plugins', 'signers').map((plugins) => ({
    plugins,
    signers: settings.list('plugins', 'signers', plugins),
  }))
}
