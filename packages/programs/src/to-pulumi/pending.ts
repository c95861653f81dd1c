import { statusAfter } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'

/** True for what there is, or may be: nothing was made of a create that was refused. */
export function isThere({ status, deployedAt, doubtSince }: ResourceRecord): boolean {
  if (status === 'destroyed' || status === 'absent') return false
  return status !== 'create-failed' || deployedAt !== undefined || doubtSince !== undefined
}

/** True for a create of which nobody knows what it has made. */
export function isDoubtful({ status, deployedAt, doubtSince }: ResourceRecord): boolean {
  return doubtSince !== undefined || (status === statusAfter('create', 'cut') && deployedAt === undefined)
}

/** What Pulumi calls a call of which nobody knows the end. */
export function pendingType(record: ResourceRecord): string | undefined {
  if (!isThere(record)) return undefined
  if (isDoubtful(record)) return 'creating'
  if (record.status === statusAfter('update', 'cut')) return 'updating'
  return record.status === statusAfter('delete', 'cut') ? 'deleting' : undefined
}
