import { Failure } from '@slipway/model'
import type { ResourceRecord, StateChange } from '@slipway/stores'
import { existenceOf } from '../../reality/life-cycle.ts'
import { diffSpec } from '../../spec/diff.ts'
import type { Session } from '../session/session.ts'

/** What to record of it, and what to tell the user. */
interface ReplacedInPlace {
  readonly change: StateChange
  readonly failure: Failure
}

/**
 * Of two records of one thing, the later one is struck, as when a blueprint goes back: the thing is still what the later one made of it.
 * So the other one is recorded as one whose update has failed, and the next `up` puts it right.
 *
 * @param isSure false if nobody could tell whether they are one thing
 * @returns `undefined` if it is as it is recorded, as far as anybody knows
 */
export function replacedInPlace(
  {
    kept,
    struck,
    isSure,
  }: { readonly kept: ResourceRecord; readonly struck: ResourceRecord; readonly isSure: boolean },
  session: Pick<Session, 'definition' | 'journal' | 'plan'>,
): ReplacedInPlace | undefined {
  const definition = session.definition(kept.type)
  const isLater = (struck.deployedAt ?? 0) > (kept.deployedAt ?? 0)
  if (session.plan.operation !== 'up' || definition === undefined || !isLater || existenceOf(kept) !== 'there')
    return undefined
  if (kept.type !== struck.type || diffSpec(definition.schema, struck.spec, kept.spec).changes.length === 0)
    return undefined
  const message = `${kept.name} ${isSure ? 'still is' : 'may still be'} what its replacement made of it`
  const why = { failureReasons: [message], updatedAt: session.journal.now() }
  return {
    change: { kind: 'resource', resource: { ...kept, status: 'update-failed', ...why } },
    failure: new Failure('engine/made-otherwise', message, { hint: 'run slipway up again to change it back' }),
  }
}
