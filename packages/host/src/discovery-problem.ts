import type { Diagnostic } from '@slipway/model'

/** Something that discovery met. An `error` makes the plugin it names unusable; nothing here stops the others. */
export interface DiscoveryProblem extends Diagnostic {
  readonly pluginId?: string
}
