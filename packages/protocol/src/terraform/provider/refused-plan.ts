import { type PluginDiagnostic, PluginFailure } from '@slipway/model'
import type { TerraformDiagnostic } from '../convert/message-parts.ts'
import { asPluginDiagnostics } from './told.ts'

/** Whether the provider was asked for a plan and makes none, or makes one that breaks the rules. */
export function isRefusal(thrown: unknown): thrown is PluginFailure {
  return thrown instanceof PluginFailure && thrown.refused && !thrown.unsent
}

/**
 * Ignores a refused plan.
 * @throws the given error, if it is something else
 */
export function unlessRefused(thrown: unknown): undefined {
  if (!isRefusal(thrown)) throw thrown
}

/**
 * Ignores a plan that the provider has refused with errors of its own.
 *
 * @throws the given error, if it is something else
 */
export function unlessAnswered(thrown: unknown): undefined {
  if (!isRefusal(thrown) || thrown.code !== 'protocol/plugin-error') throw thrown
}

/**
 * Returns the reasons of a refusal.
 * @param errors the provider's errors, with places; empty if its answer itself is wrong
 */
export function reasonsOf(
  { reasons, hint, method }: PluginFailure,
  errors: readonly TerraformDiagnostic[],
): readonly PluginDiagnostic[] {
  if (errors.length > 0) return asPluginDiagnostics({ diagnostics: errors }, method)
  return [{ severity: 'error', message: reasons.join('; '), method, ...(hint !== undefined && { hint }) }]
}
