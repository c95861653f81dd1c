import { boundedReasons, type Plan, reasonsOfNeeded } from '@slipway/engine'
import { type Failure, PluginFailure, diagnosticsOf } from '@slipway/model'

/** An operation that came to nothing before anything was changed. */
export interface FailedStart {
  readonly operation: Plan['operation']
  readonly startedAt: number
  readonly failure: Failure
}

/** Of diagnostics by which plugins refuse what a blueprint wants of them. */
const refusals: ReadonlySet<string> = new Set([
  'cli/refused-by-plugin',
  'engine/refused-data-source',
  'blueprint/refused-by-transformer',
  'blueprint/transform-failed',
])

/**
 * Why a plugin has kept an operation from beginning: each reason in full, with whom it is from. `undefined` when it was no plugin;
 * what is wrong with a blueprint alone is told, and kept by nobody.
 */
export function pluginReasons(failure: Failure): readonly string[] | undefined {
  if (failure instanceof PluginFailure) return reasonsOfNeeded(failure)
  const errors = (diagnosticsOf(failure) ?? []).filter(({ severity }) => severity === 'error')
  if (!errors.some(({ code }) => refusals.has(code))) return undefined
  return boundedReasons(errors.map(({ message }) => message))
}
