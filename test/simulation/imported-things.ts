import type { StateChange } from '@slipway/stores'
import { byHand, type World } from './world.ts'

/** Things that somebody has made by hand, and that have become resources: they belong to these as long as they are recorded. */
export class ImportedThings {
  readonly #world: World
  /** Ids of the resources that have become such a thing. */
  readonly #owners = new Set<string>()

  constructor(world: World) {
    this.#world = world
  }

  note(changes: readonly StateChange[]): void {
    for (const change of changes) {
      if (change.kind === 'resource') this.#taken(change.resource.id, change.resource.spec['id'])
      else if (change.kind === 'forget' && this.#owners.delete(change.resourceId)) {
        const left = this.#world.ownedBy(change.resourceId)
        if (left !== undefined) this.#world.handOver(left, byHand)
      }
    }
  }

  #taken(owner: string, id: unknown): void {
    const thing = typeof id === 'string' ? this.#world.withId(id) : undefined
    if (thing?.owner !== byHand) return
    this.#owners.add(owner)
    this.#world.handOver(thing, owner)
  }
}
