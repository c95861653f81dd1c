import type { Assembly } from '../lookup/assemble.ts'
import type { PluginStates } from '../lifecycle/states.ts'
import type { AgentHealth, PluginHealth } from '../agent-view.ts'
import type { PluginState } from '../life.ts'

export function healthOf(assembly: Assembly, { states, conditions }: PluginStates): AgentHealth {
  const plugins = assembly.order.map((index): PluginHealth => {
    const said = conditions.get(index)
    return {
      name: assembly.names[index] as string,
      state: states[index] as PluginState,
      condition: said?.condition ?? 'ok',
      ...(said?.reason === undefined ? {} : { reason: said.reason }),
    }
  })
  return {
    live: plugins.every(({ state }) => state !== 'failed'),
    ready: plugins.every(({ state, condition }) => state === 'ready' && condition !== 'degraded'),
    plugins,
  }
}
