/** The hooks of a plugin, in the order in which an agent calls them. */
export type Phase = 'init' | 'afterInit' | 'close'

/** What a plugin says of itself while it runs. */
export type Condition = 'ok' | 'degraded' | 'disabled'

/** Where a plugin is in its life. */
export type PluginState =
  | 'registered'
  | 'initialising'
  | 'initialised'
  | 'readying'
  | 'ready'
  | 'closing'
  | 'closed'
  | 'failed'
