/** A plugin that a blueprint wants, as its catalog has read it from a descriptor. */
export interface WantedPlugin {
  /** `pulumi:random@4`, for messages. */
  readonly text: string
  readonly fits: (version: string) => boolean
  /** The namespaces that its types may have if a blueprint uses this key for it. */
  readonly namespaces: (key: string) => readonly string[]
}
