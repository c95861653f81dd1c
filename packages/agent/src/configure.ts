/** A function that customises a plugin: the argument of factories such as `newPlugin(...options)`. */
export type PluginOption<P> = (plugin: P) => void

/** Applies the options in order and gives the plugin back: the last line of every `newPlugin`. */
export function configured<P>(plugin: P, options: readonly PluginOption<P>[]): P {
  for (const option of options) option(plugin)
  return plugin
}

/**
 * Customises many or all dependencies of a plugin at once:
 * `newPlugin(useDeps((deps) => { deps.store = etcd }))`.
 */
export function useDeps<D extends object>(change: (deps: D) => void): PluginOption<{ readonly deps: D }> {
  return ({ deps }) => change(deps)
}
