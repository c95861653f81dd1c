import type { ResourceRecord } from '@slipway/stores'
import type { Drift } from '../../reality/gathered.ts'
import type { Providers } from '../../providers/providers.ts'
import { existenceOf, isAbsent, isRetained, leftoverReason } from '../../reality/life-cycle.ts'
import { isOnlyRead } from '../../spec/only-read.ts'
import { isLostWithoutId } from '../../reality/missing-id.ts'
import { removalObstacle } from '../../reality/obstacles.ts'
import type { Decision } from '../decide/decide.ts'
import { missingOutside } from '../shape/missing-and-unread.ts'

/** The rest of what is known about a record that is to go. */
export interface Unwanted {
  readonly operation: 'up' | 'destroy'
  readonly drift: Drift | undefined
  readonly providers: Providers
  /** Why it is to go. */
  readonly reason: string
  /** Another record that is the same thing, and stays. */
  readonly same?: ResourceRecord | undefined
  /** The name of a resource that this plan leaves out, and to which it may belong. */
  readonly meant?: string | undefined
  /** Why it stays for now: what this plan is not about needs it. */
  readonly held?: string | undefined
  /** It was made by a run that is taken back. */
  readonly isWayBack?: boolean
}

/** Decides about a record that is to go. */
export function decideUnwanted(record: ResourceRecord, unwanted: Unwanted): Decision {
  const { drift, providers, reason, same, meant, held, operation, isWayBack = false } = unwanted
  const existence = existenceOf(record)
  if (drift?.kind === 'missing') return forget(missingOutside)
  if (existence === 'none') return forget(isAbsent(record) ? 'gone already' : 'was not made')
  const definition = providers.type(record.type)
  if (isOnlyRead(definition, record)) return forget('was only read')
  if (meant !== undefined) return stays(`it may belong to ${meant}, which this run leaves out`)
  // If it were forgotten, the next `up` would make it a second time.
  if (isRetained(record)) return isWayBack ? stays('it was made by the run, and is retained') : forget('retained')
  const isOpen = existence === 'doubtful' && definition?.settlement !== 'repeatable'
  if (isOpen && operation === 'up') {
    const there = isLostWithoutId(record, definition) ? 'exists:ID' : 'exists'
    return stays(
      `${leftoverReason(record)}; slipway up --settle ${record.id}=${there} destroys it, =missing forgets it`,
    )
  }
  if (same !== undefined) return forgetSame(same)
  if (held !== undefined) return stays(held)
  if (isWayBack && record.options?.protect === true) return stays('it was made by the run, and is protected')
  const deletion: Decision = { action: 'delete', changes: [], replaceBecause: [], reason }
  const blocked = removalObstacle(record, providers)
  return blocked === undefined ? deletion : { ...deletion, blocked }
}

/** @param same another record that is the same thing */
export function forgetSame({ name }: ResourceRecord): Decision {
  return forget(`${name} is the same thing`)
}

function forget(reason: string): Decision {
  return { action: 'forget', changes: [], replaceBecause: [], reason }
}

function stays(reason: string): Decision {
  return { action: 'none', changes: [], replaceBecause: [], reason }
}
