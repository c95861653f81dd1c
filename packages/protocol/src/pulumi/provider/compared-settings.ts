import { type ValueMap, valueMap } from '@slipway/model'
import { defaultCallDeadlines } from '../../call-deadlines.ts'
import type { RpcChannel } from '../../wire/rpc/channel.ts'
import { PulumiCalls } from './calls/calls.ts'
import { Configuration, type ConfigurationOptions } from './configuration.ts'

/**
 * Returns the names of the settings whose change makes a provider another one, according to its plugin, which need not be configured for
 * this.
 * @param before `undefined`: only the new settings are checked
 * @throws PluginFailure when the plugin refuses the new settings
 */
export async function comparedSettings(
  channel: RpcChannel,
  { pluginId, ...place }: { readonly pluginId: string } & Pick<ConfigurationOptions, 'namespace' | 'settingsAt'>,
  before: ValueMap | undefined,
  now: ValueMap,
): Promise<readonly string[]> {
  const calls = new PulumiCalls(channel, pluginId)
  const configuration = new Configuration(calls, { ...place, launch: () => '', accepted: () => undefined })
  const limits = { control: undefined, deadlineMs: defaultCallDeadlines.ask }
  const checked = await configuration.checked(now, before ?? valueMap(), { method: 'provider.CheckConfig', ...limits })
  if (before === undefined) return []
  const olds = await configuration
    .checked(before, valueMap(), { method: 'provider.CheckConfig', ...limits })
    // A setting that was valid before may be invalid now, such as an expired key.
    .catch(() => before)
  return (await configuration.replacedBy(olds, checked, { method: 'provider.DiffConfig', ...limits })) ?? []
}
