import { comparedSettings, PolicyPack, PulumiProvider, PulumiProviderMethods } from '@slipway/protocol/pulumi'
import { answersAnything } from '../answers-anything.ts'
import type { Dialect, RunningPlugin } from '../dialect.ts'
import { PulumiGreeting } from './start/greeting.ts'
import { pulumiName } from './described/kinds.ts'
import { scanRoot } from './scan-root.ts'
import type { Introduction } from './start/shake-hands.ts'

/** The plugins of Pulumi, unmodified: they print the port at which they listen. */
export const pulumi: Dialect = {
  name: 'pulumi',
  isConfiguredOnce: true,
  called: pulumiName,
  scan: (root) => scanRoot(root, pulumi),
  begin: (options) => new PulumiGreeting(options),
  // A plugin of another kind does not know the call, but that answer is enough.
  isResponsive: (channel, _plugin, withinMs) =>
    answersAnything(channel.call(PulumiProviderMethods.GetPluginInfo, {}, { deadlineMs: withinMs })),
  analyzer: (running, options) => new PolicyPack(running.channel, { pluginId: running.id, ...options }),
  compareSettings: async (running, { before, now }, { configuredAs: namespace = running.namespace, settingsAt }) =>
    await comparedSettings(running.channel, { pluginId: running.id, namespace, settingsAt }, before, now),
  provider: (running, { deadlines, knownSchema, configuredAs, settingsAt }) =>
    new PulumiProvider(running.channel, {
      pluginId: running.id,
      // Only the plugin itself knows the version of a plugin on the PATH.
      pluginVersion: () => running.version || versionIn(introductionOf(running.introduction)?.version),
      namespace: running.namespace,
      configuredAs,
      settingsAt,
      launch: () => running.hostId,
      accepted: () => introductionOf(running.introduction)?.accepts,
      views: () => introductionOf(running.introduction)?.views,
      subpackage: () => introductionOf(running.introduction)?.subpackage,
      ...(deadlines !== undefined && { deadlines }),
      ...(knownSchema !== undefined && { knownSchema }),
    }),
}

/** Empty for a text that is not a version, such as that of a build from unreleased sources. */
function versionIn(said = ''): string {
  return /^v?(\d+\.\d+\.\d+[-+.\w]*)$/.exec(said)?.[1] ?? ''
}

/** The features that a resource plugin announced when it was greeted; `undefined` if it announces them later. */
export function acceptedBy({ introduction }: Pick<RunningPlugin, 'introduction'>): Introduction['accepts'] {
  return introductionOf(introduction)?.accepts
}

/** The desk where a resource plugin reports the things that resources consist of. */
export function viewDeskOf({ introduction }: Pick<RunningPlugin, 'introduction'>): Introduction['views'] {
  return introductionOf(introduction)?.views
}

/** The introduction that this dialect's greeting left. */
function introductionOf(said: unknown): Introduction | undefined {
  return said as Introduction | undefined
}
