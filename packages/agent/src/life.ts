/** The hooks of a plugin, in the order in which an agent calls them. */
export type Phase = 'init' | 'afterInit' | 'close'

/** A running plugin's report on itself. */
export type Condition = 'ok' | 'degraded' | 'disabled'

export type PluginState =
  | 'registered'
  | 'initialising'
  | 'initialised'
  | 'readying'
  | 'ready'
  | 'closing'
  | 'closed'
  | 'failed'
