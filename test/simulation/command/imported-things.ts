import type { StateChange } from '@slipway/stores'
import { byHand, type World } from '../services/world.ts'

/** Things that a user has made by hand and that have become resources. They belong to these resources as long as they are recorded. */
export class ImportedThings {
  readonly #world: World
  /** Ids of the resources that have become such a thing. */
  readonly #owners = new Set<string>()

  /** Ids of removed records: a thing that was left outside may still carry one. */
  readonly #forgotten = new Set<string>()

  constructor(world: World) {
    this.#world = world
  }

  note(changes: readonly StateChange[]): void {
    for (const change of changes) {
      if (change.kind === 'resource') this.#taken(change.resource.id, change.resource.spec['id'])
      else if (change.kind === 'forget') this.#forget(change.resourceId)
    }
  }

  #forget(id: string): void {
    this.#forgotten.add(id)
    const left = this.#owners.delete(id) ? this.#world.ownedBy(id) : undefined
    if (left !== undefined) this.#world.handOver(left, byHand)
  }

  #taken(owner: string, id: unknown): void {
    const thing = typeof id === 'string' ? this.#world.withId(id) : undefined
    if (thing === undefined || thing.owner === owner) return
    // An imported thing may be imported again under another name, while its old record is still there; so may one that was left outside.
    const isFree = thing.owner === byHand || this.#owners.has(thing.owner) || this.#forgotten.has(thing.owner)
    if (!isFree) return
    this.#owners.add(owner)
    this.#world.handOver(thing, owner)
  }
}
