import type { Diagnostic } from '@slipway/model'
import type { CheckedBlueprint } from '../check/checked.ts'
import type { PlanStep } from './plan.ts'

/** Of those that would go. */
const mostNames = 5

/**
 * What a plan is refused for: a template for which the outside has no items any more, while there are resources of it. A data
 * source that finds nothing because something is wrong with it looks just like that, and must not take everything down.
 */
export function emptiedTemplates(
  { emptied = [], resources, source }: CheckedBlueprint,
  steps: readonly PlanStep[],
): readonly Diagnostic[] {
  return emptied.flatMap(({ name, origin, isKeyed, needs }): Diagnostic[] => {
    const gone = steps.filter(
      ({ action, name: other }) =>
        (action === 'delete' || action === 'forget') && isItemOf(name, isKeyed, other) && !resources.has(other),
    )
    if (gone.length === 0) return []
    const names = gone.slice(0, mostNames).map((step) => step.name)
    const more = gone.length > mostNames ? ` and ${gone.length - mostNames} more` : ''
    return [
      {
        code: 'engine/emptied',
        severity: 'error',
        message: `the "each" of "${name}" has no items any more, according to ${needs.join(', ')}, and ${names.join(', ')}${more} would be destroyed or forgotten`,
        path: `resources.${name}.each`,
        hint: `find out why nothing was found; if that is right, set mayBeEmpty: true in metadata.custom.slipway of "${name}", or remove the resource`,
        ...(source === undefined
          ? {}
          : { file: source.fileAt(origin.start), range: source.range(origin.start, origin.end) }),
      },
    ]
  })
}

/** Whether something recorded may be an item of a template: by its name, as the state does not say of what it was made. */
function isItemOf(template: string, isKeyed: boolean, name: string): boolean {
  if (!name.startsWith(`${template}_`)) return false
  return isKeyed || /^\d+$/.test(name.slice(template.length + 1))
}
