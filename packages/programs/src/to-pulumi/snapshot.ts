import type { Deployment, PulumiResource } from '../deployments/deployment.ts'
import { isDoubtful, isThere, pendingType } from './pending.ts'
import { withKnownNames } from './known-names.ts'
import { inSnapshotOrder } from './snapshot-order.ts'
import type { WrittenRecord } from './written-record.ts'

/**
 * A snapshot that Pulumi accepts. Pulumi refuses one in which a resource names a later or missing resource.
 *
 * @param first resources without dependencies, such as providers without a record
 * @param written all records, including those of gone resources
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
