import { Failure } from '@slipway/model'
import type { Manifest, PodKind } from '@slipway/preparer'
import { hashIn, parseIntent } from '../intent-entry.ts'

/** A resource of a blueprint that schedules pods or hooks. */
export interface Owner {
  readonly id: string
  /** The readable name of the resource. */
  readonly name: string
  /** The instance and name of the resource, which a replacement shares. */
  readonly role: string
}

/** The record of a pod's last deployment. */
export interface KnownPod {
  /** The hash of the recorded manifest. */
  readonly hash?: string | undefined
  /** The nodes of the pod. Empty: the node of the root. */
  readonly nodes: readonly string[]
}

/**
 * The holder of an entry from an owner's point of view. `by-hand`: the entry names no owner, like an entry of `slipway node schedule` and all hook
 * entries of earlier versions.
 */
export type Whose = 'nobody' | 'own' | 'by-hand' | 'another'

export function whose(value: string | undefined, owner: Owner | undefined): Whose {
  if (value === undefined) return 'nobody'
  const { owner: id } = parseIntent(value)
  if (id === undefined) return 'by-hand'
  return id === owner?.id ? 'own' : 'another'
}

/** True if one of the entry's owner and the given owner replaces the other. */
export function isRelated(value: string, owner: Owner): boolean {
  return parseIntent(value).role === owner.role
}

/** True for an entry without owner and turn, which an earlier Slipway version wrote. */
export function isOfEarlierVersion(value: string): boolean {
  const { owner, turn } = parseIntent(value)
  return owner === undefined && turn === undefined
}

/** An entry that prevents a pod from being scheduled. */
export interface TakenPlace {
  readonly kind: PodKind
  readonly id: string
  /** The node of the entry. Absent: every node. */
  readonly node?: string | undefined
  readonly value: string
  /** True if the entry came back after its replacement was removed. */
  readonly isBack?: boolean
}

/** True if an entry has exactly this manifest. An owner may take over such an entry if it was scheduled by hand. */
export function isSame(value: string, { hash }: Pick<Manifest, 'hash'>): boolean {
  return hashIn(value) === hash
}

/** Makes the failure for a place that another owner holds. Nothing was written. */
export function taken({ kind, id, node, value }: TakenPlace): Failure {
  const { owner, by } = parseIntent(value)
  const where = node === undefined ? 'on every node' : `on ${node}`
  const who = owner === undefined ? 'by hand (slipway node schedule)' : `by ${by ?? `another resource (${owner})`}`
  const flag = kind === 'hook' ? ' --hook' : node === undefined ? '' : ` --node ${node}`
  const leave = `slipway node unschedule ${id}${flag}`
  const first = owner === undefined ? '' : 'remove it there first; or, if that resource no longer exists, '
  const place = kind === 'hook' ? flag : ` --node ${node ?? 'NODE'}`
  return new Failure('node/taken', `the ${kind} ${id} is already scheduled ${where}, ${who}, and is left alone`, {
    hint: `give this one another id; ${owner === undefined ? 'or ' : first}schedule exactly this manifest there by hand (slipway node schedule FILE${place}), and it is taken over with its files; or remove it with its files: ${leave}`,
  })
}

export function isTaken(thrown: unknown): thrown is Failure {
  return thrown instanceof Failure && thrown.code === 'node/taken'
}
