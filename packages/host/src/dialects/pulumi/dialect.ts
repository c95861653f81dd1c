import { PulumiProvider, PulumiProviderMethods } from '@slipway/protocol/pulumi'
import { answersAnything } from '../answers-anything.ts'
import type { Dialect } from '../dialect.ts'
import { PulumiGreeting } from './greeting.ts'
import { scanRoot } from './scan-root.ts'

/** The resource plugins of Pulumi, unmodified: they print the port at which they listen. */
export const pulumi: Dialect = {
  name: 'pulumi',
  scan: (root) => scanRoot(root, pulumi),
  begin: (options) => new PulumiGreeting(options),
  isResponsive: (channel, _plugin, withinMs) =>
    answersAnything(channel.call(PulumiProviderMethods.GetPluginInfo, {}, { deadlineMs: withinMs })),
  provider: (running, { deadlines }) =>
    new PulumiProvider(running.channel, {
      pluginId: running.id,
      pluginVersion: running.version,
      namespace: running.namespace,
      launch: () => running.hostId,
      ...(deadlines !== undefined && { deadlines }),
    }),
}
