import { evaluateAlone } from '@slipway/engine'
import { DiagnosticsFailure, type Value } from '@slipway/model'
import { CoreProvider } from '../core-provider/core-provider.ts'
import type { Slipway } from '../slipway.ts'

/**
 * Returns the value of an expression, as inside `${…}`, without a blueprint. Relative paths start at the caller's working directory.
 *
 * @throws DiagnosticsFailure with the places of the mistakes
 */
export async function evaluateExpression(slipway: Slipway, expression: string, signal?: AbortSignal): Promise<Value> {
  const core = new CoreProvider({ cwd: slipway.cwd, folder: slipway.cwd })
  const control = signal === undefined ? {} : { signal }
  const { value, diagnostics } = await evaluateAlone(expression, (name, args) => core.answer(name, args, control))
  if (value === undefined) throw new DiagnosticsFailure(diagnostics)
  return value
}
