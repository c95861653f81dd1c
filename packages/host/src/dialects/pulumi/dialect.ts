import { PolicyPack, PulumiProvider, PulumiProviderMethods } from '@slipway/protocol/pulumi'
import { answersAnything } from '../answers-anything.ts'
import type { Dialect } from '../dialect.ts'
import { PulumiGreeting } from './greeting.ts'
import { pulumiName } from './kinds.ts'
import { scanRoot } from './scan-root.ts'
import type { Introduction } from './shake-hands.ts'

/** The plugins of Pulumi, unmodified: they print the port at which they listen. */
export const pulumi: Dialect = {
  name: 'pulumi',
  called: pulumiName,
  scan: (root) => scanRoot(root, pulumi),
  begin: (options) => new PulumiGreeting(options),
  // A plugin of another kind does not know the question, which is an answer, too.
  isResponsive: (channel, _plugin, withinMs) =>
    answersAnything(channel.call(PulumiProviderMethods.GetPluginInfo, {}, { deadlineMs: withinMs })),
  analyzer: (running, options) => new PolicyPack(running.channel, { pluginId: running.id, ...options }),
  provider: (running, { deadlines, knownSchema }) =>
    new PulumiProvider(running.channel, {
      pluginId: running.id,
      pluginVersion: running.version,
      namespace: running.namespace,
      launch: () => running.hostId,
      accepted: () => introductionOf(running.introduction)?.accepts,
      ...(deadlines !== undefined && { deadlines }),
      ...(knownSchema !== undefined && { knownSchema }),
    }),
}

/** As the greeting of this dialect has left it. */
function introductionOf(said: unknown): Introduction | undefined {
  return said as Introduction | undefined
}
