import type { Deployment, PulumiResource } from '../deployments/deployment.ts'
import { isDoubtful, isThere, pendingType } from './pending.ts'
import { withKnownNames } from './known-names.ts'
import { inSnapshotOrder } from './snapshot-order.ts'
import type { WrittenRecord } from './written-record.ts'

/**
 * What Pulumi takes: it refuses a snapshot in which a resource stands before something that it names, or names what is not in it.
 *
 * @param first what needs nothing, such as providers that have no record
 * @param written all records, also of what is not there
 */
export function snapshotOf(
  written: readonly WrittenRecord[],
  first: readonly PulumiResource[] = [],
): Required<Pick<Deployment, 'resources'>> & Pick<Deployment, 'pending_operations'> {
  const pending = written.flatMap(({ record, resource }) => {
    const type = pendingType(record)
    return type === undefined ? [] : [{ resource, type }]
  })
  const gone = written.filter((each) => !stands(each))
  const known = inSnapshotOrder(withKnownNames(written.filter(stands), { gone, first }))
  const resources = first.concat(known.flatMap(({ resource, views }) => [resource].concat(views)))
  return { resources, ...(pending.length > 0 && { pending_operations: pending }) }
}

function stands({ record }: WrittenRecord): boolean {
  return isThere(record) && !isDoubtful(record)
}
