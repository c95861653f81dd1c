import { type Value, type ValueMap, valueMap, withoutPassedOn } from '@slipway/model'
import type { CheckedBlueprint, CheckedExport } from '../../check/checked.ts'
import { notEphemeral } from '../../evaluate/ephemeral.ts'
import { evaluate } from '../../evaluate/evaluate.ts'
import type { Scope } from '../../evaluate/scope.ts'
import type { Draft } from './draft-result.ts'

/** Does the work for the value at a path; reports why the work cannot be done. */
type OrReport = (path: string, work: () => Value) => Value | undefined

/** The exports of a blueprint and of its children. Those of children may be ephemeral, and are then left out. */
export function plannedExports(
  { exports, children }: CheckedBlueprint,
  scope: Scope,
  orReport: OrReport,
): Pick<Draft, 'exports' | 'childExports'> {
  const ofChild = ({ expression }: CheckedExport): Value => evaluate(expression, scope)
  const own = ({ name, expression }: CheckedExport): Value =>
    notEphemeral(evaluate(expression, scope), `the export "${name}"`, expression.origin)
  const valuesOf = (declared: CheckedBlueprint['exports'], valueOf: typeof own): ValueMap =>
    valueMap(
      Array.from(declared, ([name, each]) => [name, orReport(`exports.${each.name}`, () => valueOf(each)) ?? null]),
    )
  return {
    exports: valuesOf(exports, own),
    childExports: new Map(
      Array.from(children ?? [], ([path, child]) => [path, withoutPassedOn(valuesOf(child.exports, ofChild))]),
    ),
  }
}
