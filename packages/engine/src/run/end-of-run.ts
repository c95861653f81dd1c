import { containsUnknown, Failure, type Value, type ValueMap, valueMap, withoutPassedOn } from '@slipway/model'
import type { CheckedBlueprint } from '../check/checked.ts'
import { notEphemeral } from '../evaluate/ephemeral.ts'
import { evaluate } from '../evaluate/evaluate.ts'
import type { Origin } from '../language/expression.ts'
import type { RunSession } from './session/run-session.ts'
import type { StateChange } from '@slipway/stores'

export interface ExportsFound {
  /** The known exports. */
  readonly exports: ValueMap
  /** Exports of each child, by its path. */
  readonly children: ReadonlyMap<string, ValueMap>
  /** The reasons why other exports have no value, if no failed step explains it. */
  readonly reasons: readonly string[]
}

/** The exports of an instance at the end of a run. A complete destroy leaves none. */
export async function runExports(
  session: Pick<RunSession, 'before' | 'blueprint' | 'outcome' | 'plan' | 'records' | 'values'>,
): Promise<ExportsFound> {
  if (session.plan.operation === 'destroy') {
    const exports = session.records.size === 0 ? valueMap() : (session.before?.instance.exports ?? valueMap())
    return { exports, children: new Map(), reasons: [] }
  }
  // If a program did not get as far as its exports, they stay as recorded.
  const ofProgram =
    session.outcome.exports ??
    (session.plan.isOfProgram === true ? (session.before?.instance.exports ?? valueMap()) : undefined)
  if (ofProgram !== undefined) return { exports: ofProgram, children: new Map(), reasons: [] }
  const reasons: string[] = []
  const exports = await valuesOf(session, session.blueprint?.exports ?? new Map(), reasons, notEphemeral)
  const children = new Map<string, ValueMap>()
  for (const [path, child] of session.blueprint?.children ?? [])
    children.set(path, withoutPassedOn(await valuesOf(session, child.exports, reasons)))
  return { exports, children, reasons }
}

async function valuesOf(
  session: Pick<RunSession, 'values'>,
  declared: CheckedBlueprint['exports'],
  reasons: string[],
  checked = (value: Value, _what: string, _at: Origin) => value,
): Promise<ValueMap> {
  const exports = valueMap()
  for (const [key, { name, expression }] of declared) {
    try {
      const value = await session.values.resolve((scope) =>
        checked(evaluate(expression, scope), `the export "${name}"`, expression.origin),
      )
      if (!containsUnknown(value)) exports[key] = value
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown
      reasons.push(`export ${name}: ${thrown.message}`)
    }
  }
  return exports
}

/**
 * The changes that settle the names of a program's resources and drop their former names, once the program has ended well. Until then, a user may go
 * back to the old program, which uses the former names. Later, a former name may be given to something new. Because a program asks for one resource
 * after the other, nobody could then know which of the two resources is meant.
 */
export function namesThatStay(session: Pick<RunSession, 'wants' | 'records'>): readonly StateChange[] {
  return Array.from(session.wants.goals.keys()).flatMap((name): StateChange[] => {
    const record = session.records.named(name)
    if (record?.formerNames === undefined) return []
    const { formerNames: _, ...resource } = record
    return [{ kind: 'resource', resource }]
  })
}
