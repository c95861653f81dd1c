import { existsSync } from 'node:fs'
import { dirname, isAbsolute } from 'node:path'
import type { Gathered, Plan } from '@slipway/engine'
import type { Diagnostic } from '@slipway/model'
import { namesOf } from './other-settings.ts'

/**
 * Two projects that share a state can each have a blueprint of one name: each would destroy what the other one has made. A blueprint that was
 * moved or renamed is no longer where it was, and nothing is said of that.
 *
 * @param file absolute path of the blueprint that is deployed now
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
      message: `${instance} was last deployed from ${blueprintFile}, which is ${place}; this blueprint would destroy what is not in it: ${namesOf(gone)}`,
      hint: 'if they are two different projects, give each its own instance (--instance) or its own state',
    },
  ]
}
