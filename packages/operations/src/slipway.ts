/** The world around an operation. Made once by whoever calls; nothing here asks the process. */
export interface Slipway {
  readonly env: NodeJS.ProcessEnv
  /** Absolute: where relative paths of requests start, and a blueprint is looked for that nobody names. */
  readonly cwd: string
  /** The plugin root with the plugins that come with Slipway, see `corePluginRoot`; absent: there are none. */
  readonly ownPlugins?: string
}
