import type { ValidatedResource } from '@slipway/engine'
import { type Diagnostic, hasErrors } from '@slipway/model'
import type { ValidationAround } from './custom-validation.ts'

/** Receives the warnings of plugins. */
export type TellWarnings = (warnings: readonly Diagnostic[]) => void

/** Returns the plugin's errors about a requested resource; passes its warnings to `tell`. */
export async function validatedGoal(
  resource: ValidatedResource,
  around: ValidationAround,
  tell: TellWarnings | undefined,
): Promise<readonly Diagnostic[]> {
  const { validateOne } = await import('./custom-validation.ts')
  const found = await validateOne(resource, around)
  const warnings = found.filter(({ severity }) => severity !== 'error')
  if (warnings.length > 0) tell?.(warnings)
  return found.filter((one) => hasErrors([one]))
}
