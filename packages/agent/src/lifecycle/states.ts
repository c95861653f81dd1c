import type { Condition, PluginState } from '../life.ts'
import type { Plugin } from '../plugin.ts'

/** The states of all plugins of a run. */
export class PluginStates {
  readonly states: PluginState[]
  /** As reported by the plugins; a plugin without a report is ok. */
  readonly conditions = new Map<number, { readonly condition: Condition; readonly reason: string | undefined }>()
  /** 1 once a plugin's init has succeeded in time: it must be closed in its turn. */
  readonly open: Uint8Array

  constructor(plugins: readonly Plugin[]) {
    this.states = plugins.map(() => 'registered')
    this.open = new Uint8Array(plugins.length)
  }
}
