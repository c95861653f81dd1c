import {
  deployEngine,
  pluginRoots,
  pulumi,
  pulumiRoots,
  type Dialect,
  type PluginRoot,
  type RootOptions,
} from '@slipway/host'

/** The dialects of plugins that Slipway speaks. Whoever brings another one puts it here, and nothing else changes. */
export const dialects: readonly Dialect[] = [deployEngine, pulumi]

/** The roots of plugins other than those that the settings name, in order of priority. */
export function rootsOf(options: RootOptions & { readonly project: string }): readonly PluginRoot[] {
  return [...pluginRoots(options), ...pulumiRoots(options)]
}
