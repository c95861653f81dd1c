/** A plugin that a blueprint wants, as its catalog has read it from a descriptor. */
export interface WantedPlugin {
  /** The text of the descriptor, for messages: `pulumi:random@4`. */
  readonly text: string
  readonly fits: (version: string) => boolean
  /** The namespaces that the plugin's types may have if a blueprint uses this key for the plugin. */
  readonly namespaces: (key: string) => readonly string[]
  /** The reason why a key cannot stand for the plugin, and a better key; absent for plugins that have namespaces of their own. */
  readonly refusal?: (key: string) => KeyRefusal | undefined
}

/** A key that stands for something else. */
export interface KeyRefusal {
  /** The plugin for which the key stands, such as `slipway/local`. */
  readonly takenBy: string
  readonly proposal: string
}
