import { Failure } from '@slipway/model'
import type { Manifest, PodKind } from '@slipway/preparer'
import { hashIn, parseIntent } from '../intent-entry.ts'

/** A resource of a blueprint that schedules something. */
export interface Owner {
  readonly id: string
  /** As people know it: `web of the instance production in /srv/shop`. */
  readonly name: string
  /** Its instance and name: what replaces it has the same. */
  readonly role: string
}

/** The record of a pod's last deployment. */
export interface KnownPod {
  /** Of its manifest. */
  readonly hash?: string | undefined
  /** Empty: the node of the root. */
  readonly nodes: readonly string[]
}

/**
 * Whose an entry is, as its owner sees it. `by-hand`: nobody's name stands there, as after `slipway node schedule`, and as earlier
 * versions wrote all hooks.
 */
export type Whose = 'nobody' | 'own' | 'by-hand' | 'another'

export function whose(value: string | undefined, owner: Owner | undefined): Whose {
  if (value === undefined) return 'nobody'
  const { owner: id } = parseIntent(value)
  if (id === undefined) return 'by-hand'
  return id === owner?.id ? 'own' : 'another'
}

/** Whether one of the two is to replace the other. */
export function isRelated(value: string, owner: Owner): boolean {
  return parseIntent(value).role === owner.role
}

/** Nobody's name stands there, and no turn: so wrote a version that said neither, for whomever. */
export function isOfEarlierVersion(value: string): boolean {
  const { owner, turn } = parseIntent(value)
  return owner === undefined && turn === undefined
}

/** An entry in the way. */
export interface TakenPlace {
  readonly kind: PodKind
  readonly id: string
  /** Absent: every node. */
  readonly node?: string | undefined
  readonly value: string
  /** It has come back in place of what was to replace it. */
  readonly isBack?: boolean
}

/** A pod with exactly this manifest, put there by hand, is meant to be taken over. */
export function isSame(value: string, { hash }: Pick<Manifest, 'hash'>): boolean {
  return hashIn(value) === hash
}

/** Somebody else has scheduled a pod or hook of that name there. Nothing was written. */
export function taken({ kind, id, node, value }: TakenPlace): Failure {
  const { owner, by } = parseIntent(value)
  const where = node === undefined ? 'on every node' : `on ${node}`
  const who = owner === undefined ? 'by hand (slipway node schedule)' : `by ${by ?? `another resource (${owner})`}`
  const flag = kind === 'hook' ? ' --hook' : node === undefined ? '' : ` --node ${node}`
  const leave = `slipway node unschedule ${id}${flag}`
  const first = owner === undefined ? '' : 'remove it there first; or, if nobody has that resource any more, '
  const place = kind === 'hook' ? flag : ` --node ${node ?? 'NODE'}`
  return new Failure('node/taken', `the ${kind} ${id} is already scheduled ${where}, ${who}, and is left alone`, {
    hint: `give this one another id; ${owner === undefined ? 'or ' : first}schedule exactly this manifest there by hand (slipway node schedule FILE${place}), and it is taken over with its files; or remove it with its files: ${leave}`,
  })
}

export function isTaken(thrown: unknown): thrown is Failure {
  return thrown instanceof Failure && thrown.code === 'node/taken'
}
