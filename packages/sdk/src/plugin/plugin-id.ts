import { Failure, parsePluginId, type PluginId } from '@slipway/model'

/** The parts of the id of a provider or a transformer. Throws a Failure when it is none: that is a mistake of the author. */
export function requirePluginId(id: string): PluginId {
  const parsed = parsePluginId(id)
  if (parsed !== undefined) return parsed
  throw new Failure('sdk/bad-plugin-id', `"${id}" is not a plugin id: write it as OWNER/NAME, like acme/notes`)
}
