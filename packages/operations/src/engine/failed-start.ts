import { boundedReasons, type Plan, reasonsOfNeeded } from '@slipway/engine'
import { type Failure, PluginFailure, diagnosticsOf } from '@slipway/model'

/** An operation that failed before any change. */
export interface FailedStart {
  readonly operation: Plan['operation']
  readonly startedAt: number
  readonly failure: Failure
}

/** Codes of diagnostics with which plugins refuse a blueprint. */
const refusals: ReadonlySet<string> = new Set([
  'cli/refused-by-plugin',
  'engine/refused-data-source',
  'blueprint/refused-by-transformer',
  'blueprint/transform-failed',
])

/**
 * The full reasons why plugins prevented an operation, each with its plugin. `undefined` if no plugin was involved: mistakes of a blueprint
 * alone are reported but not recorded.
 */
export function pluginReasons(failure: Failure): readonly string[] | undefined {
  if (failure instanceof PluginFailure) return reasonsOfNeeded(failure)
  const errors = (diagnosticsOf(failure) ?? []).filter(({ severity }) => severity === 'error')
  if (!errors.some(({ code }) => refusals.has(code))) return undefined
  return boundedReasons(errors.map(({ message }) => message))
}
