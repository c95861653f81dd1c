import { hasErrors, type Diagnostic, DiagnosticsFailure } from '@slipway/model'
import type { ValidationRequest } from './custom-validation.ts'

/** Asks plugins to validate a plan. Fails if a plugin refuses a resource or a link; returns the warnings. */
export async function askPlugins(request: ValidationRequest): Promise<readonly Diagnostic[]> {
  const { validateWithPlugins } = await import('./custom-validation.ts')
  const resources = await validateWithPlugins(request)
  const { links } = request.plan
  const refused = links === undefined ? [] : await (await import('./link-validation.ts')).validateLinks(request)
  const found = [...resources, ...refused]
  if (hasErrors(found)) throw new DiagnosticsFailure(found)
  return found
}
