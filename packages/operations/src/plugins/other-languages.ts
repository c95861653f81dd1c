import type { InstalledPlugin } from '@slipway/host'
import { findPlugins, type PluginPlaces } from './find-plugins.ts'

/** Returns the language plugins of a runtime besides Slipway's own, best first, for writing programs and SDKs. */
export function otherLanguages(places: PluginPlaces, runtime: string): readonly InstalledPlugin[] {
  const id = `pulumi/language-${runtime}`
  const { ownPlugins: _, ...slipway } = places.slipway
  const { plugins, others } = findPlugins({ ...places, slipway })
  return [...plugins, ...others].filter((each) => each.id === id && each.root.origin !== 'bundled')
}
