import { existsSync } from 'node:fs'
import { dirname, isAbsolute } from 'node:path'
import type { Gathered, Plan } from '@slipway/engine'
import type { Diagnostic } from '@slipway/model'
import { namesOf } from './other-settings.ts'

/**
 * Warns about two projects that share a state and a blueprint name: each would destroy the other's resources. Does not warn if the old file
 * is gone, because the blueprint was moved or renamed.
 *
 * @param file absolute path of the present blueprint
 */
export function otherBlueprint(
  { operation, instance, steps }: Plan,
  { state }: Pick<Gathered, 'state'>,
  file: string,
): readonly Diagnostic[] {
  const { blueprintFile = '' } = state?.instance ?? {}
  if (operation !== 'up' || !isAbsolute(blueprintFile) || blueprintFile === file || !existsSync(blueprintFile))
    return []
  const gone = steps.flatMap(({ action, current }) => (action === 'delete' && !current.replaced ? [current] : []))
  if (gone.length === 0) return []
  const place = dirname(blueprintFile) === dirname(file) ? 'beside this one' : 'still there'
  return [
    {
      code: 'cli/other-blueprint',
      severity: 'warning',
      message: `${instance} was last deployed from ${blueprintFile}, which is ${place}; this blueprint would destroy resources that it does not contain: ${namesOf(gone)}`,
      hint: 'if they are two different projects, give each its own instance (--instance) or its own state',
    },
  ]
}
