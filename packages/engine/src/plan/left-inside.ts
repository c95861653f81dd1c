import { Failure } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { isIn, isPresent, mayBeIn, onlyContainer } from '../reality/stands-in.ts'

/**
 * Why a container cannot make room: `app would be destroyed with it`.
 *
 * @param left what the plan or run leaves out
 */
export function leftInside(name: string, what: string, left: Pick<ResourceRecord, 'name'>): Failure {
  return new Failure('engine/left-inside', `${name} must be destroyed before its successor is made, and ${what}`, {
    hint: `this run leaves ${left.name} out: name both as targets, or run it for everything`,
  })
}

/**
 * Whether nobody knows if something stands in a container: it could neither be shown as gone with that nor be found afterwards. If the
 * user says that it stands elsewhere, that is believed.
 */
export function isPerhapsInside(member: ResourceRecord, container: ResourceRecord): boolean {
  const isSaid = member.options?.deletedWith === container.name && isPresent(member)
  return isSaid && onlyContainer(member) === undefined && !isIn(member, container) && mayBeIn(member, container)
}
