/** The switches, separated by spaces, that the launcher has set in Node for this process only. */
const switchesVariable = 'SLIPWAY_NODE_SWITCHES'

/**
 * Undoes the launcher's switches, so that plugins and programs in JavaScript run Node as their user has set it up. Node itself has already read
 * them.
 */
export function takeBackNodeSwitches(env: NodeJS.ProcessEnv): void {
  for (const name of (env[switchesVariable] ?? '').split(' ')) {
    if (/^NODE_USE_\w+$/.test(name)) delete env[name]
  }
  delete env[switchesVariable]
}
