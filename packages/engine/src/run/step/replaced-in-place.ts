import { Failure } from '@slipway/model'
import type { ResourceRecord, StateChange } from '@slipway/stores'
import { existenceOf } from '../../reality/recorded/life-cycle.ts'
import { diffSpec } from '../../spec/diff.ts'
import type { Session } from '../session/session.ts'

/** The change to record, and the failure to report. */
interface ReplacedInPlace {
  readonly change: StateChange
  readonly failure: Failure
}

/**
 * Handles two records of one thing if the later record is removed, for example because a blueprint goes back. The thing is still as the later record
 * made it. So the other record gets the status of a failed update, and the next `up` corrects the thing.
 *
 * @param isSure false if nobody could tell whether they are one thing
 * @returns `undefined` if the thing, as far as we know, is as the kept record says
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
  const message = `${kept.name} ${isSure ? 'still has' : 'may still have'} the properties of its replacement`
  const why = { failureReasons: [message], updatedAt: session.journal.now() }
  return {
    change: { kind: 'resource', resource: { ...kept, status: 'update-failed', ...why } },
    failure: new Failure('engine/made-otherwise', message, { hint: 'run slipway up again to change it back' }),
  }
}
