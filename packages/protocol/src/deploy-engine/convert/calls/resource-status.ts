import { resourceStatuses, type ResourceStatus as Status } from '@slipway/model'

import type { Init } from '../../../wire/codec/message.ts'
import { LinkStatus } from '../../gen/providerserverv1.ts'
import { PreciseResourceStatus, ResourceStatus, type ResourceState } from '../../gen/sharedtypesv1.ts'

type WireName = keyof typeof ResourceStatus & keyof typeof PreciseResourceStatus

/**
 * Converts a status: `create-failed` -> `CREATE_FAILED`. Both enums of the wire have all of our statuses under the same names, except
 * `absent`.
 */
export function statusToWire(status: Status): Pick<Init<ResourceState>, 'status' | 'preciseStatus'> {
  const name = (status === 'absent' ? 'DESTROYED' : status.toUpperCase().replace('-', '_')) as WireName
  return { status: ResourceStatus[name], preciseStatus: PreciseResourceStatus[name] }
}

const names: ReadonlyMap<number, Status> = new Map(
  resourceStatuses.filter((status) => status !== 'absent').map((status) => [statusToWire(status).status ?? 0, status]),
)

/** Link statuses have other numbers than resource statuses. */
export function linkStatusToWire(status: Status): number {
  const name = status === 'absent' ? 'DESTROYED' : status.toUpperCase().replace('-', '_')
  return LinkStatus[name as keyof typeof LinkStatus]
}

const linkStatuses: ReadonlyMap<number, Status> = new Map(
  Array.from(names.values(), (status) => [linkStatusToWire(status), status]),
)

export function linkStatusFromWire(number: number): Status {
  return linkStatuses.get(number) ?? 'created'
}

/** Reads a status. The statuses of rolling back, which another host may know, count as created: the resource exists. */
export function statusFromWire(number: number): Status {
  return names.get(number) ?? 'created'
}
