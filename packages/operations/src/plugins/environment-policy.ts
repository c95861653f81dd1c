import type { EnvironmentPolicy } from '@slipway/host'
import type { Settings } from '../settings/settings.ts'

/** Selects the part of Slipway's environment that plugins get. */
export function environmentPolicy(settings: Settings): EnvironmentPolicy {
  if (settings.text('plugins', 'env') !== 'listed') return { mode: 'inherit' }
  return { mode: 'listed', names: settings.list('plugins', 'envNames') }
}
