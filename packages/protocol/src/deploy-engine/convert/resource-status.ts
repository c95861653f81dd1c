import type { ResourceStatus as Status } from '@slipway/model'

import type { Init } from '../../wire/codec/message.ts'
import { PreciseResourceStatus, ResourceStatus, type ResourceState } from '../gen/sharedtypesv1.ts'

type WireName = keyof typeof ResourceStatus & keyof typeof PreciseResourceStatus

/** `create-failed` -> `CREATE_FAILED`. Both enums of the wire have all of ours under the same names, but for `absent`. */
export function statusToWire(status: Status): Pick<Init<ResourceState>, 'status' | 'preciseStatus'> {
  const name = (status === 'absent' ? 'DESTROYED' : status.toUpperCase().replace('-', '_')) as WireName
  return { status: ResourceStatus[name], preciseStatus: PreciseResourceStatus[name] }
}

const names: ReadonlyMap<number, Status> = new Map(
  (
    [
      'creating',
      'created',
      'create-failed',
      'create-interrupted',
      'updating',
      'updated',
      'update-failed',
      'update-interrupted',
      'destroying',
      'destroyed',
      'destroy-failed',
      'destroy-interrupted',
    ] satisfies Status[]
  ).map((status) => [statusToWire(status).status ?? 0, status]),
)

/** States of rolling back, which another host may know, count as created: the resource is there. */
export function statusFromWire(number: number): Status {
  return names.get(number) ?? 'created'
}
