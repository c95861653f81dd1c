import type { ResourceRecord, StateChange } from '@slipway/stores'
import type { CheckedResource } from '../../check/checked.ts'
import { optional } from '../../language/parse/optional.ts'
import type { Decision } from '../../plan/decide/decide.ts'
import { stepsAlong } from '../../plan/order/ends-with-container.ts'
import { leftInside, memberPerhaps, perhapsInside } from '../../plan/guard/what-holds.ts'
import { stepOf } from '../../plan/draft/draft-result.ts'
import type { PlanStep } from '../../plan/shape/plan.ts'
import { refuseProtected } from '../../plan/guard/protection.ts'
import type { Chosen } from '../../plan/match/generations.ts'
import type { Wants } from '../session/wants.ts'

interface Around {
  /** Records that may be members of the resource. */
  readonly inside: readonly ResourceRecord[]
  /** Steps for the resources that must go before this resource. */
  readonly first: readonly PlanStep[]
  /** True for a record that the run leaves as it is. */
  readonly isLeft: (record: ResourceRecord) => boolean
  readonly readersOf: (id: string) => readonly ResourceRecord[]
  /** The name under which the resource is recorded, if the new name is not recorded yet. */
  readonly renamedFrom?: string | undefined
  /**
   * True if the record only has the name of the wanted resource. By its identity it is another thing, which the program may ask for later.
   */
  readonly isGivenUp: boolean
  readonly wants: Wants
}

/**
 * Fails if a goal of a program would destroy a resource that must stay: the resource itself, a resource that must go before it, or one of its
 * members. Resources that go at the end of the program are checked then.
 *
 * @throws Failure `engine/protected`, `engine/plan-overtaken`, `engine/left-inside`
 */
export function refuseReplaced(
  resource: CheckedResource,
  record: ResourceRecord | undefined,
  decision: Decision,
  { inside, first, isLeft, readersOf, renamedFrom, isGivenUp, wants }: Around,
): void {
  const { name } = resource
  const step = stepOf(resource, { decision, spec: {}, current: record, renamedFrom, recorded: undefined })
  const otherwise = isGivenUp ? 'if the resource has another name now, ask for it under that name first' : undefined
  const known = { records: inside, spokenOf: name, ...optional('otherwise', otherwise) }
  wants.refuseEnds([step, ...first])
  // A member that the program has asked for moves out, or is made anew. A record that is given up is only held at the end of the run.
  const members = stepsAlong(step, inside).filter((member) => !wants.goals.has(member.name))
  wants.refuseUnshown([...(isGivenUp ? [] : [step]), ...first, ...members])
  refuseProtected({ steps: [step, ...first] }, new Map([[name, resource]]), known)
  const along = [...first, ...stepsAlong(step, inside)].find(({ current }) => current !== undefined && isLeft(current))
  if (along !== undefined) {
    const how = along.goesBefore === undefined ? 'would be destroyed with it' : 'before that'
    throw leftInside(name, `${along.name} ${how}`, along)
  }
  const perhaps = record && memberPerhaps(record, { membersOf: () => inside.filter(isLeft) })
  if (perhaps !== undefined) throw perhapsInside(name, perhaps)
  // The program may not ask again for a resource that must go first, so nothing that this run leaves out may still read such a resource.
  for (const { current } of first) {
    const reader = current && readersOf(current.id).find(isLeft)
    if (reader !== undefined)
      throw leftInside(name, `${current?.name} before that, which ${reader.name} still reads`, reader)
  }
}

/**
 * Lifts the protection of a chosen record that is to be replaced, if the program asks for it without protection. The resource can then be replaced
 * in the same run. If the resource stays or only changes, the new option is recorded with everything else.
 */
export function withProtectionLifted(
  chosen: Chosen,
  { options }: CheckedResource,
  changes: readonly StateChange[],
): Chosen & { readonly changes: readonly StateChange[] } {
  const { record, decision } = chosen
  const isLifted = options?.liftsProtection === true && record?.options?.protect === true
  if (!isLifted || decision.action !== 'replace') return { ...chosen, changes }
  const { protect: _, ...rest } = record.options
  const known = changes.find((change) => change.kind === 'resource' && change.resource.id === record.id)
  const latest = known?.kind === 'resource' ? known.resource : record
  const resource = { ...latest, options: rest }
  const others = changes.filter((change) => change !== known)
  return { ...chosen, record: { ...record, options: rest }, changes: [...others, { kind: 'resource', resource }] }
}
