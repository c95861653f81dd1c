/** Variables with which this plugin finds its host, and which its children do not need. */
const ours = /^(NODE_COMPILE_CACHE|(BLUELINK|CELERITY)_.*|SLIPWAY_PLUGIN_.*)$/

/** The environment for a blueprint's programs: this plugin's own, without variables for plugins, plus the blueprint's variables. */
export function environmentWith(added: Readonly<Record<string, string>>): Record<string, string | undefined> {
  const inherited = Object.entries(process.env).filter(([name]) => !ours.test(name))
  return { ...Object.fromEntries(inherited), ...added }
}
