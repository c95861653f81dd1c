import { PluginFailure } from '@slipway/model'

interface CallName {
  readonly name: string
  readonly method: string
}

export function withoutDiff(pluginId: string, call: CallName): PluginFailure {
  return missing(pluginId, call, 'engine/no-diff', `does not say whether ${call.name} has to be replaced`)
}

export function withoutUpgrade(pluginId: string, call: CallName): PluginFailure {
  return missing(pluginId, call, 'engine/no-upgrade', `does not upgrade the record of ${call.name}`)
}

/** The failure of a plugin that lacks a method which its own definition promises. */
function missing(pluginId: string, { method }: CallName, code: string, what: string): PluginFailure {
  const details = { pluginId, method, pluginErrorCode: 'UNEXPECTED', refused: true } as const
  return new PluginFailure(code, `${pluginId} ${what}, although it claims to`, details)
}
