import type { DiagnosticList } from '@slipway/source'
import type { Blueprint } from '../language/declarations.ts'
import type { CheckedLink } from './checked.ts'

/** A link is made and undone with both its ends: whether they are there must be known before. */
export function refuseOpenEnds(
  { resources }: Pick<Blueprint, 'resources'>,
  links: readonly CheckedLink[],
  list: DiagnosticList,
): void {
  for (const { name, a, b } of links) {
    for (const end of [a, b]) {
      const condition = resources.get(end)?.condition
      if (condition === undefined) continue
      const message = `the "condition" of "${end}" needs other resources, and ${end} has the link ${name}: this version does not run both`
      const hint = 'decide by variables and values, or leave the link out'
      list.error('blueprint/feature-not-run', condition.origin.start, condition.origin.end, message, { hint })
    }
  }
}
