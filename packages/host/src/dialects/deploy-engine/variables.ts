import { launchVariable } from '@slipway/protocol/launch-files'

/**
 * The variables with the port of the plugin service, for other SDKs' plugins, and for ours without a folder of the launch (see
 * `launchVariable` of the protocol).
 */
const servicePortVariables = [
  'SLIPWAY_PLUGIN_SERVICE_PORT',
  'CELERITY_BUILD_ENGINE_PLUGIN_SERVICE_PORT',
  'BLUELINK_BUILD_ENGINE_PLUGIN_SERVICE_PORT',
] as const

export interface LaunchDoors {
  /** The port of the plugin service, for this launch alone; absent when the plugin is known to use the folder. */
  readonly servicePort?: number | undefined
  /** Private to this launch, see `PrivateFolder`. */
  readonly launchFolder?: string | undefined
}

/**
 * The variables by which a plugin finds the doors of its launch. Those that the engine itself was given lead elsewhere, so they are
 * removed.
 */
export function launchVariables({ servicePort, launchFolder }: LaunchDoors): Record<string, string | undefined> {
  const port = servicePort === undefined ? undefined : String(servicePort)
  return Object.fromEntries([...servicePortVariables.map((name) => [name, port]), [launchVariable, launchFolder]])
}
