import type { PluginDesk } from '@slipway/engine/run'

/** Where plugins ask for things while something is deployed: a run opens the desk, and the gateway looks whether it is open. */
export class OpenDesk {
  /** `undefined` while nothing is deployed. */
  current: PluginDesk | undefined
}
