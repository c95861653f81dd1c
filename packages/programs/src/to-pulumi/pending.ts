import { statusAfter } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'

/** True for a thing that exists or may exist. A refused create has made nothing. */
export function isThere({ status, deployedAt, doubtSince }: ResourceRecord): boolean {
  if (status === 'destroyed' || status === 'absent') return false
  return status !== 'create-failed' || deployedAt !== undefined || doubtSince !== undefined
}

/** True for a create with an unknown result. */
export function isDoubtful({ status, deployedAt, doubtSince }: ResourceRecord): boolean {
  return doubtSince !== undefined || (status === statusAfter('create', 'cut') && deployedAt === undefined)
}

/** Pulumi's name for a call with an unknown result. */
export function pendingType(record: ResourceRecord): string | undefined {
  if (!isThere(record)) return undefined
  if (isDoubtful(record)) return 'creating'
  if (record.status === statusAfter('update', 'cut')) return 'updating'
  return record.status === statusAfter('delete', 'cut') ? 'deleting' : undefined
}
