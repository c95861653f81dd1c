import type { Diagnostic } from '@slipway/model'

/** Something that discovery met. An `error` makes the plugin it names unusable; nothing here stops the others. */
export interface DiscoveryProblem extends Diagnostic {
  readonly pluginId?: string
  /** Kind of the plugin that the problem makes unusable. */
  readonly kind?: string
  /** It may concern every plugin whose types a project names itself. */
  readonly concernsNamed?: true
}

/** What to do about a link that leads out of a plugin directory. */
export const linkHint =
  'put the plugin itself there instead of the link, or remove the link, or name the directory that it leads to in the setting plugins.path'
