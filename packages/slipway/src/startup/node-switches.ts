/** The switches, separated by spaces, that the launcher has set in Node for this process alone. */
const switchesVariable = 'SLIPWAY_NODE_SWITCHES'

/** So that plugins and programs that are written in JavaScript have Node as their user has set it up. It has been read long ago. */
export function takeBackNodeSwitches(env: NodeJS.ProcessEnv): void {
  for (const name of (env[switchesVariable] ?? '').split(' ')) {
    if (/^NODE_USE_\w+$/.test(name)) delete env[name]
  }
  delete env[switchesVariable]
}
