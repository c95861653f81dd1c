import type { PluginDesk } from '@slipway/engine/run'

/** Holds the desk for plugins' requests during a deployment. A run opens the desk, and the gateway checks whether it is open. */
export class OpenDesk {
  /** The desk of the present deployment; `undefined` outside a deployment. */
  current: PluginDesk | undefined
}
