import type { Diagnostic } from '@slipway/model'
import type { CheckedBlueprint } from '../../check/checked.ts'
import { fewOf } from '../../language/few-of.ts'
import { placeInSource } from '../../check/resources/resolve-spec.ts'
import { isEnd, type PlanStep } from '../shape/plan.ts'

/**
 * Refuses a plan if a template has no more items, according to values from outside, but resources of the template exist. A broken data source that
 * finds nothing looks the same, and must not destroy everything.
 */
export function emptiedTemplates(
  { emptied = [], resources, source }: CheckedBlueprint,
  steps: readonly PlanStep[],
): readonly Diagnostic[] {
  return emptied.flatMap(({ name, origin, isKeyed, needs }): Diagnostic[] => {
    const gone = steps.filter((step) => isEnd(step) && isItemOf(name, isKeyed, step.name) && !resources.has(step.name))
    if (gone.length === 0) return []
    return [
      {
        code: 'engine/emptied',
        severity: 'error',
        message: `the "each" of "${name}" has no items any more, according to ${needs.join(', ')}, and ${fewOf(gone.map((step) => step.name))} would be destroyed or forgotten`,
        path: `resources.${name}.each`,
        hint: `find out why nothing was found; if that is correct, set the option mayBeEmpty: true of "${name}", or remove the resource`,
        ...placeInSource(origin, source),
      },
    ]
  })
}

/**
 * True if a recorded resource may be an item of a template. Only its name can show this, because the state does not record from which template it
 * was made.
 */
function isItemOf(template: string, isKeyed: boolean, name: string): boolean {
  if (!name.startsWith(`${template}_`)) return false
  return isKeyed || /^\d+$/.test(name.slice(template.length + 1))
}
