import type { PodRecord } from '../records/pod-record.ts'
import type { PodState } from '../records/reality.ts'
import { isAskedAgain, isManifest, type Wanted } from './wanted.ts'

/** The health of the running pod at the last look. */
export interface PodHealth {
  readonly pid?: number
  /** Absent: unknown, or no check is configured. */
  readonly healthy?: boolean
  /** True if the restart policy gave it up, or it was not healthy in time. */
  readonly isFailed?: boolean
  readonly reason?: string
  /** For a hook: it is no longer called. */
  readonly isSuspended?: boolean
}

/** The outcome of the last intent. */
export function stateOf(record: PodRecord, wanted: Wanted | undefined, health: PodHealth): PodState {
  const { removal, attempt, refused, target } = record
  if (removal !== undefined || wanted === 'none') return 'removing'
  const hash = wanted !== undefined && 'hash' in wanted ? wanted.hash : undefined
  if (wanted !== undefined && hash === undefined) return 'failed'
  if (isManifest(wanted) && isAskedAgain(wanted, record.again)) return 'queued'
  if (refused !== undefined && (hash === undefined || refused.hash === hash)) return 'unauthorised'
  if (target === undefined || (hash !== undefined && hash !== target.hash)) return 'queued'
  if (attempt !== undefined) return 'installing'
  if (!target.isDone) return target.attempts === 0 ? 'queued' : 'retrying'
  return health.isFailed === true ? 'failed' : 'running'
}
