import type { Assembly } from '../lookup/assemble.ts'
import type { PluginState, PluginStates } from '../lifecycle/states.ts'
import type { Condition } from '../plugin.ts'

export interface PluginHealth {
  readonly name: string
  readonly state: PluginState
  readonly condition: Condition
  readonly reason?: string
}

export interface AgentHealth {
  /** False when a plugin failed: only a restart helps. */
  readonly live: boolean
  /** True when every plugin is ready and none is degraded. */
  readonly ready: boolean
  /** In the order of init. */
  readonly plugins: readonly PluginHealth[]
}

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
