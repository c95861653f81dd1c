import { ProviderClient, TransformerClient } from '@slipway/protocol'
import type { Dialect } from '../dialect.ts'
import { DeployEngineGreeting } from './greeting.ts'
import { isResponsive } from './probe.ts'
import { scanProject } from './scan-project.ts'
import { scanRoot } from './scan-root.ts'

/** The plugins of the Celerity (Bluelink) deploy engine, and our own: they register with the host that launched them. */
export const deployEngine: Dialect = {
  name: 'deploy-engine',
  isTested: true,
  called: ({ id, kind }) => ({ kind, name: id }),
  scan: (root) => (root.origin === 'project' ? scanProject : scanRoot)(root, deployEngine),
  begin: (options) => new DeployEngineGreeting(options),
  isResponsive: (channel, { kind }, withinMs) => isResponsive(channel, kind, withinMs),
  provider: ({ channel, hostId, id, version }, options) =>
    new ProviderClient(channel, { hostId, pluginId: id, pluginVersion: version, ...options }),
  transformer: ({ channel, hostId, id, version }, options) =>
    new TransformerClient(channel, { hostId, pluginId: id, pluginVersion: version, ...options }),
}
