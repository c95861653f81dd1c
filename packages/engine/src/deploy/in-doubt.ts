import { Failure, PluginFailure } from '@slipway/model'
import type { Intent, ResourceRecord, StateChange } from '@slipway/stores'
import { findVerdict, type Verdict, verdictChanges } from '../gather/verdict.ts'
import { doubtObstacle } from '../plan/decide.ts'
import type { Session } from './session.ts'

export interface DoubtEnd {
  readonly changes: readonly StateChange[]
  readonly failure: Failure
  /** True when it is still not known what became of the call. */
  readonly inDoubt: boolean
}

/**
 * Ends a call of this run of which nobody knows whether it took effect: asks the provider, which has been started anew by
 * then, unless the user wants to be gone. The call is not made again, whatever comes out: what is recorded now is what the
 * next run goes on from.
 */
export async function endDoubt(
  intent: Intent,
  previous: ResourceRecord | undefined,
  failure: PluginFailure,
  session: Session,
): Promise<DoubtEnd> {
  const { resource, action } = intent
  const definition = session.parts.gathered.providers.type(resource.type)
  const verdict = await verdictOf(intent, previous, session)
  const now = session.now()
  if (verdict !== undefined) {
    const { name, type: resourceType } = resource
    session.parts.events({ type: 'doubt-settled', name, resourceType, action, verdict: verdict.kind, at: now })
  }
  const changes = verdictChanges(intent, verdict ?? { kind: 'repeat' }, { definition, previous, now })
  const isOpen = action === 'create' && (verdict === undefined || verdict.kind === 'unknown')
  return {
    changes: changes.map((change) => withReasons(change, failure)),
    failure: isOpen && verdict !== undefined ? withHint(failure, resource) : failure,
    inDoubt: isOpen,
  }
}

/** `undefined`: nobody was asked, because the user has cancelled; the next run asks. */
async function verdictOf(
  intent: Intent,
  previous: ResourceRecord | undefined,
  session: Session,
): Promise<Verdict | undefined> {
  if (session.parts.cancel.aborted) return undefined
  const definition = session.parts.gathered.providers.type(intent.resource.type)
  return await findVerdict(intent, definition, session.settler, previous)
}

function withReasons(change: StateChange, { reasons }: PluginFailure): StateChange {
  if (change.kind !== 'resource' || !change.resource.status.endsWith('-interrupted')) return change
  return { kind: 'resource', resource: { ...change.resource, failureReasons: reasons } }
}

function withHint(failure: PluginFailure, resource: ResourceRecord): Failure {
  const { hint } = doubtObstacle(resource)
  return new Failure(failure.code, failure.message, {
    details: failure.reasons,
    ...(hint === undefined ? {} : { hint }),
    cause: failure,
  })
}
