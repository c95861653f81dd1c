import { Failure } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../check/checked.ts'
import { optional } from '../language/parse/optional.ts'
import type { Decision } from '../plan/decide.ts'
import { stepsAlong } from '../plan/go-together.ts'
import type { PlanStep } from '../plan/plan.ts'
import { refuseProtected } from '../plan/protection.ts'

interface Around {
  /** What may stand in it. */
  readonly inside: readonly ResourceRecord[]
  /** What must go before it. */
  readonly first: readonly PlanStep[]
  /** True for what the run leaves as it is. */
  readonly isLeft: (record: ResourceRecord) => boolean
  /** The name that it is recorded under, where it has yet to get the one that it is asked for by. */
  readonly renamedFrom?: string | undefined
}

/**
 * Fails where a goal of a program would have something destroyed that must stay: itself, what must go before it, or what stands in it. What
 * goes at the end is held back in its turn.
 *
 * @throws Failure `engine/protected`, `engine/left-inside`
 */
export function refuseReplaced(
  resource: CheckedResource,
  record: ResourceRecord | undefined,
  decision: Decision,
  { inside, first, isLeft, renamedFrom }: Around,
): void {
  const { name, type } = resource
  const known = { ...optional('current', record), ...optional('renamedFrom', renamedFrom) }
  const step: PlanStep = { key: name, name, type, after: [], ...decision, ...known }
  refuseProtected({ steps: [step, ...first] }, new Map([[name, resource]]), { records: inside, spokenOf: name })
  const along = [...first, ...stepsAlong(step, inside)].find(({ current }) => current !== undefined && isLeft(current))
  if (along === undefined) return
  throw new Failure(
    'engine/left-inside',
    `${name} must be destroyed before its successor is made, and ${along.name} ${along.goesBefore === undefined ? 'would be destroyed with it' : 'before that'}`,
    {
      hint: `this run leaves ${along.name} out: name both as targets, or run it for everything`,
    },
  )
}
