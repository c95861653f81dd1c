import type { SimulatedClock } from '../clock.ts'
import { type Kind, kindOf } from './kinds.ts'

/** The properties of a thing: as requested, and as its service answers. */
export interface Properties {
  readonly value?: string
  readonly pinned?: string
  /** The id of its container, with which it is removed. */
  readonly within?: string
  readonly key?: string
  readonly secret?: string
  readonly needs?: readonly string[]
}

/** Something outside: a machine, a bucket, a file. */
export interface Thing {
  readonly number: number
  readonly type: string
  /** The id that others use for it. Two generations of one natural key have the same id. */
  readonly id: string
  readonly madeAt: number
  /** The value with which it was made. */
  readonly madeFrom: string
  /** The resource id with which it was made, or last changed. */
  owner: string
  properties: Properties
  /** The things that it uses, according to their ids. */
  uses: readonly Thing[]
  /** How many times it will still report that it is not stable. */
  polls: number
  /** Grows with every change, in the order in which the changes were asked for. */
  changedBy: number
  isAlive: boolean
  /** True if a user has changed it by hand since the engine last did. */
  isTouched: boolean
  /** True if a user made it, and the engine has changed nothing since it became a resource: the fields that its provider does not report are unknown. */
  isImported: boolean
}

/** A requested change of the world: the essence of a provider's call. */
export type Wish =
  | { readonly kind: 'make'; readonly type: string; readonly owner: string; readonly properties: Properties }
  | { readonly kind: 'change'; readonly thing: Thing; readonly owner: string; readonly properties: Properties }
  | { readonly kind: 'destroy'; readonly thing: Thing; readonly owner: string }
  /** A phase of a link, which is the owner: the phase changes a resource, or undoes the change. */
  | {
      readonly kind: 'wire'
      readonly owner: string
      readonly phase: 'a' | 'b' | 'intermediaries'
      readonly to: string
      readonly isUndone: boolean
    }

/** The effects of a link: on resources, by their ids, and the resource that it has made between them. */
export type Wires = { [phase in 'a' | 'b' | 'intermediaries']?: string }

/** The id of the resource that a link makes between its ends. */
export function passOf(linkId: string): string {
  return `pass of ${linkId}`
}

/** The owner of things that were made without Slipway. */
export const byHand = 'by hand'

/** Something else has the key, or the container is gone. */
export class CannotBeMade extends Error {}

/** The services outside. They outlive engines and plugins, and may carry out requests late. */
export class World {
  readonly things: Thing[] = []
  /** Keyed by the ids of links. */
  readonly wires = new Map<string, Wires>()
  /** Keyed by the ids of links: the resources, former ends included, that the link has changed and not changed back. */
  readonly held = new Map<string, ReadonlySet<string>>()
  /** The number of calls whose effect is still to come, by resource id. */
  readonly #pending = new Map<string, number>()
  /**
   * Resource ids under which something was made, or changed: services remember them, so that nothing is made twice. One that goes by keys
   * forgets a create once what had its key was changed: nobody could know of what came after all that was settled and destroyed.
   */
  readonly #used = new Set<string>()
  readonly #clock: SimulatedClock
  readonly #onMade: (thing: Thing) => void
  readonly #onTaken: (thing: Thing, isByHand: boolean) => void
  #asked = 0

  /** @param onTaken receives things that are gone together with their container */
  constructor(
    clock: SimulatedClock,
    onMade: (thing: Thing) => void,
    onTaken: (thing: Thing, isByHand: boolean) => void,
  ) {
    this.#clock = clock
    this.#onMade = onMade
    this.#onTaken = onTaken
  }

  get living(): readonly Thing[] {
    return this.things.filter(({ isAlive }) => isAlive)
  }

  ownedBy(owner: string): Thing | undefined {
    return this.things.find((thing) => thing.isAlive && thing.owner === owner)
  }

  withId(id: string): Thing | undefined {
    return this.things.find((thing) => thing.isAlive && thing.id === id)
  }

  /** The thing that a provider of this kind finds. */
  found(kind: Kind, owner: string, { key, id }: { readonly key?: string; readonly id?: string }): Thing | undefined {
    switch (kind.finds) {
      case 'key':
        return this.withKey(kind, key)
      case 'id':
        return id === undefined ? undefined : this.withId(id)
      case 'resource id':
        return this.ownedBy(owner)
    }
  }

  /** A thing that has a key in a space. */
  withKey(kind: Kind, key: string | undefined): Thing | undefined {
    if (key === undefined) return undefined
    return this.things.find((thing) => {
      const other = kindOf(thing.type)
      return thing.isAlive && thing.properties.key === key && other.things === 'natural' && other.space === kind.space
    })
  }

  isPending(owner: string): boolean {
    return (this.#pending.get(owner) ?? 0) > 0
  }

  /** Whether a service that refuses a request has accepted the same request before, and is still working on it or done with it. */
  hasAccepted(owner: string): boolean {
    const { value = '', pinned = '' } = this.ownedBy(owner)?.properties ?? {}
    return this.isPending(owner) || `${value}${pinned}`.includes('!refuse')
  }

  /** The place of a call in the order of calls: a late effect does not undo a later call. */
  ask(): number {
    return ++this.#asked
  }

  /**
   * Carries out a wish.
   *
   * @throws CannotBeMade
   */
  fulfil(wish: Wish, asked: number): Thing | undefined {
    switch (wish.kind) {
      case 'make':
        return this.#make(wish, asked)
      case 'change':
        return this.#change(wish.thing, wish.owner, wish.properties, asked)
      case 'destroy':
        wish.thing.isAlive = false
        this.#letGo(wish.owner)
        this.#takeAlong(wish.thing, false)
        return wish.thing
      case 'wire':
        this.#wire(wish)
        return undefined
    }
  }

  #wire({ owner, phase, to, isUndone }: Extract<Wish, { kind: 'wire' }>): void {
    const before = this.wires.get(owner) ?? {}
    const { [phase]: at, ...rest } = before
    const undone = at === to ? rest : before
    this.#note(owner, isUndone ? undone : { ...rest, [phase]: to })
    if (phase === 'intermediaries') return
    const others = without(this.held.get(owner) ?? new Set(), to)
    this.held.set(owner, isUndone ? others : new Set([...others, to]))
  }

  /** Carries out a wish after a while, unless events in between prevent it. */
  fulfilLate(wish: Wish, asked: number, ms: number): void {
    const { owner } = wish
    this.#pending.set(owner, (this.#pending.get(owner) ?? 0) + 1)
    this.#clock.after(ms, () => {
      this.#pending.set(owner, (this.#pending.get(owner) ?? 1) - 1)
      if (this.#isOvertaken(wish, asked)) return
      try {
        this.fulfil(wish, asked)
      } catch (thrown) {
        if (!(thrown instanceof CannotBeMade)) throw thrown
      }
    })
  }

  /** A user deletes a thing by hand. */
  lose(thing: Thing, isByHand = true): void {
    thing.isAlive = false
    this.#letGo(thing.owner)
    for (const [link, wires] of this.wires)
      this.#note(link, Object.fromEntries(Object.entries(wires).filter(([, to]) => to !== thing.owner)))
    this.#takeAlong(thing, isByHand)
  }

  /** Removes the members of a thing that is gone. */
  #takeAlong({ id }: Thing, isByHand: boolean): void {
    for (const inner of this.inside(id)) {
      this.lose(inner, isByHand)
      this.#onTaken(inner, isByHand)
    }
  }

  inside(id: string): readonly Thing[] {
    return this.living.filter(({ properties }) => properties.within === id)
  }

  #note(link: string, wires: Wires): void {
    if (Object.keys(wires).length === 0) this.wires.delete(link)
    else this.wires.set(link, wires)
  }

  /** Forgets a link's traces on a thing that is gone. */
  #letGo(owner: string): void {
    for (const [link, ids] of this.held) this.held.set(link, without(ids, owner))
  }

  /** A user makes a thing by hand, where there is none. */
  place(type: string, properties: Properties): void {
    const isFree = this.withKey(kindOf(type), properties.key) === undefined
    if (isFree) this.#make({ kind: 'make', type, owner: byHand, properties }, this.ask())
  }

  /** A user's thing becomes that of a resource, or of nobody. */
  handOver(thing: Thing, owner: string): void {
    thing.owner = owner
    thing.isTouched = owner !== byHand
    thing.isImported = thing.isTouched
    this.#used.add(owner)
  }

  /** A user changes a thing by hand. */
  touch(thing: Thing, value: string): void {
    thing.properties = { ...thing.properties, value }
    thing.isTouched = true
  }

  #isOvertaken(wish: Wish, asked: number): boolean {
    if (wish.kind === 'wire') return false
    if (wish.kind === 'make') {
      const { adopts, finds } = kindOf(wish.type)
      return (adopts || finds === 'key') && this.#used.has(wish.owner)
    }
    return !wish.thing.isAlive || (wish.kind === 'change' && wish.thing.changedBy > asked)
  }

  #make({ type, owner, properties }: Extract<Wish, { kind: 'make' }>, asked: number): Thing {
    const kind = kindOf(type)
    // Things made by people have no resource id.
    const own = kind.adopts && owner !== byHand ? this.ownedBy(owner) : undefined
    if (own !== undefined) return this.#change(own, owner, properties, asked)
    const there = kind.things === 'natural' ? this.withKey(kind, properties.key) : undefined
    if (there !== undefined && kind.upserts) return this.#change(there, owner, properties, asked)
    if (there !== undefined) throw new CannotBeMade('it already exists')
    const { within } = properties
    if (within !== undefined && this.withId(within) === undefined)
      throw new CannotBeMade('what it is to stand in is gone')
    const number = this.things.length + 1
    const name = type.slice('sim/'.length)
    const thing: Thing = {
      number,
      type,
      id: kind.things === 'natural' ? idUnderKey(name, properties.key) : `<${name}-${number}>`,
      madeAt: this.#clock.now(),
      madeFrom: properties.value ?? '',
      owner,
      properties,
      uses: this.#mentionedIn(properties),
      polls: kind.polls,
      changedBy: asked,
      isAlive: true,
      isTouched: false,
      isImported: false,
    }
    this.things.push(thing)
    this.#used.add(owner)
    this.#onMade(thing)
    return thing
  }

  #mentionedIn({ value = '', pinned = '', needs = [] }: Properties): readonly Thing[] {
    const ids = new Set([value, pinned, ...needs].join(' ').match(/<[^>]*>/g))
    if (ids.size === 0) return []
    // The newest of several generations.
    return [...ids].flatMap((id) => this.things.findLast((thing) => thing.id === id) ?? [])
  }

  #change(thing: Thing, owner: string, properties: Properties, asked: number): Thing {
    thing.properties = properties
    thing.uses = this.#mentionedIn(properties)
    thing.owner = owner
    this.#used.add(owner)
    thing.changedBy = asked
    thing.polls = kindOf(thing.type).polls
    thing.isTouched = false
    thing.isImported = false
    return thing
  }
}

/** The id of a thing that its service knows by its key. */
export function idUnderKey(kind: string, key = ''): string {
  return `<${kind}:${key}>`
}

function without(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...ids].filter((one) => one !== id))
}

/** `<vm-3> (v1, p2)`, for reports. */
export function describeThing({ id, properties: { value, pinned, key } }: Thing): string {
  const shown = [value, pinned, key].filter((property) => property !== undefined)
  return `${id} (${shown.join(', ')})`
}
