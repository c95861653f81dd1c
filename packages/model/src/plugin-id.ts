/**
 * `{hostname/}?{namespace}/{plugin}`: unique over all kinds of plugin.
 * Without a hostname the plugin belongs to the framework's own registry.
 */
export interface PluginId {
  /** The custom registry's host, such as `registry.customhost.com`. */
  readonly hostname?: string
  readonly namespace: string
  readonly plugin: string
}

const segment = /^[a-z0-9][a-z0-9._-]{0,62}$/i
const hostname = /^(localhost|[a-z0-9-]+(\.[a-z0-9-]+)+)(:\d{1,5})?$/i

/** Reads an id; `undefined` if the text is not an id. Never throws. */
export function parsePluginId(text: string): PluginId | undefined {
  const parts = text.split('/')
  const [host, namespace, plugin] = parts.length === 3 ? parts : [undefined, ...parts]
  if (parts.length < 2 || parts.length > 3 || namespace === undefined || plugin === undefined) return undefined
  if (!segment.test(namespace) || !segment.test(plugin)) return undefined
  if (host === undefined) return { namespace, plugin }
  return hostname.test(host) ? { hostname: host, namespace, plugin } : undefined
}

export function formatPluginId(id: PluginId): string {
  return id.hostname === undefined ? `${id.namespace}/${id.plugin}` : `${id.hostname}/${id.namespace}/${id.plugin}`
}
