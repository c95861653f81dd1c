import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Discovery, type InstalledPlugin, PluginHost } from '@slipway/host'
import { Failure } from '@slipway/model'
import type { RpcChannel } from '@slipway/protocol'
import { didYouMean } from '@slipway/source'
import { envForOthers } from '../store/shared-state.ts'
import type { PluginPlaces } from './find-plugins.ts'
import { launchCheck } from './launch-check.ts'
import { environmentPolicy } from './environment-policy.ts'

/** Runs a language plugin in its own host for the duration of the work, and leaves nothing behind. */
export async function withLanguage<T>(
  places: Omit<PluginPlaces, 'trust'>,
  language: InstalledPlugin,
  work: (channel: RpcChannel, host: PluginHost) => Promise<T>,
): Promise<T> {
  const { slipway, settings, folders } = places
  const { env, cwd } = slipway
  const folder = mkdtempSync(join(tmpdir(), 'slipway-run-'))
  const host = new PluginHost({
    plugins: [language],
    logDir: join(folder, 'log'),
    runtimeDir: join(folder, 'run'),
    environment: envForOthers(env, folders),
    environmentPolicy: environmentPolicy(settings),
    check: launchCheck(places),
    cwd,
  })
  try {
    const { channel } = await host.connect(language.id)
    return await work(channel, host)
  } finally {
    await host.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns the plugin that runs programs in a language, such as `nodejs`. Fails with `host/no-language` if none is installed. */
export function pluginOfLanguage({ plugins }: Pick<Discovery, 'plugins'>, language: string): InstalledPlugin {
  const languages = plugins.filter(({ kind }) => kind === 'language')
  const plugin = languages.find((each) => each.dialect.called(each).name === language)
  if (plugin !== undefined) return plugin
  const known = languages.map((each) => each.dialect.called(each).name)
  const install = `slipway plugin install pulumi:language/${language} installs it; or put pulumi-language-${language} on the PATH`
  throw new Failure(
    'host/no-language',
    `no plugin runs programs in ${language}; the known languages are ${known.join(', ')}`,
    {
      hint: didYouMean(language, known) ?? install,
    },
  )
}
