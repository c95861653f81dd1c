import { statusAfter } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import type { Deployment, PulumiResource } from './deployment.ts'

/** A record, and the resource that it is for Pulumi. */
export interface WrittenRecord {
  readonly record: ResourceRecord
  readonly resource: PulumiResource
  /** What it is made of. */
  readonly views: readonly PulumiResource[]
}

/** True for what there is, or may be: nothing was made of a create that was refused. */
export function isAnything({ status, deployedAt, doubtSince }: ResourceRecord): boolean {
  if (status === 'destroyed' || status === 'absent') return false
  return status !== 'create-failed' || deployedAt !== undefined || doubtSince !== undefined
}

/** Resources, and the calls of which nobody knows the end. */
export function withPending(
  written: readonly WrittenRecord[],
): Pick<Deployment, 'resources' | 'pending_operations'> & { readonly resources: readonly PulumiResource[] } {
  const pending = written.flatMap(({ record, resource }) => {
    const type = pendingType(record)
    return type === undefined ? [] : [{ resource, type }]
  })
  const resources = written.flatMap(({ record, resource, views }) =>
    isDoubtful(record) ? [] : [resource].concat(views),
  )
  return { resources, ...(pending.length > 0 && { pending_operations: pending }) }
}

function isDoubtful({ status, deployedAt, doubtSince }: ResourceRecord): boolean {
  return doubtSince !== undefined || (status === statusAfter('create', 'cut') && deployedAt === undefined)
}

function pendingType(record: ResourceRecord): string | undefined {
  if (isDoubtful(record)) return 'creating'
  if (record.status === statusAfter('update', 'cut')) return 'updating'
  return record.status === statusAfter('delete', 'cut') ? 'deleting' : undefined
}
