import { PulumiProvider, PulumiProviderMethods } from '@slipway/protocol/pulumi'
import type { Dialect } from '../dialect.ts'
import { PulumiGreeting } from './greeting.ts'
import { scanRoot } from './scan-root.ts'

/** The resource plugins of Pulumi, unmodified: they print the port at which they listen. */
export const pulumi: Dialect = {
  name: 'pulumi',
  scan: (root) => scanRoot(root, pulumi),
  begin: (options) => new PulumiGreeting(options),
  async isResponsive(channel, _plugin, withinMs) {
    try {
      await channel.call(PulumiProviderMethods.GetPluginInfo, {}, { deadlineMs: withinMs })
      return true
    } catch (error) {
      return !(error instanceof Error && 'code' in error && error.code === 'protocol/deadline-exceeded')
    }
  },
  provider: (running, { deadlines }) =>
    new PulumiProvider(running.channel, {
      pluginId: running.id,
      pluginVersion: running.version,
      namespace: running.namespace,
      launch: () => running.hostId,
      ...(deadlines !== undefined && { deadlines }),
    }),
}
