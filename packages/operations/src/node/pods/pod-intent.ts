import { randomUUID } from 'node:crypto'
import type { Change, KeyValueStore } from '@slipway/infra/keyvalue'
import { everywhere, type Manifest, type PodKind } from '@slipway/preparer'
import { hashIn, intentValue, parseIntent } from '../intent-entry.ts'
import { isOfEarlierVersion, isRelated, isSame, type Owner, taken, type TakenPlace, whose } from './pod-claim.ts'

/** A key that a pod or hook of one owner has, or is to have. */
export interface Place {
  readonly key: string
  /** Absent: every node. */
  readonly node?: string | undefined
  /** By what is recorded, the owner had it here: an entry without a name is its own, changed by hand perhaps. */
  readonly isKnown: boolean
}

interface Claimant {
  readonly kind: PodKind
  readonly id: string
  readonly owner: Owner
  /** Of the manifest that was recorded last. */
  readonly knownHash: string | undefined
  /** Hashes of what its nodes run, and ran before. */
  readonly ran?: ReadonlySet<string> | undefined
}

type Entries = ReadonlyMap<string, string | undefined>

/** The pods and hooks that one owner has scheduled in the store. Entries of other owners are neither changed nor removed. */
export class PodIntent {
  readonly #store: KeyValueStore
  readonly #claimant: Claimant

  constructor(store: KeyValueStore, claimant: Claimant) {
    this.#store = store
    this.#claimant = claimant
  }

  async at(places: readonly Place[]): Promise<Entries> {
    const values = await Promise.all(places.map(({ key }) => this.#store.get(key)))
    return new Map(places.map(({ key }, index) => [key, values[index]]))
  }

  isOwn({ key, isKnown }: Place, entries: Entries): boolean {
    const is = whose(entries.get(key), this.#claimant.owner)
    return is === 'own' || (is === 'by-hand' && isKnown)
  }

  /** The present entry, and the one for every node where that counts, if the manifest may replace them. @throws Failure `node/taken` */
  async free(places: readonly Place[], manifest: Manifest): Promise<Entries> {
    const entries = new Map(await this.at(places))
    for (const place of places) {
      const value = entries.get(place.key)
      if (value === undefined) for (const key of await this.#refuseEverywhere(place)) entries.set(key, undefined)
      else if (
        !this.isOwn(place, entries) &&
        !isRelated(value, this.#claimant.owner) &&
        !this.#isMeant(value, manifest)
      )
        throw taken(this.#takenAt(place, value))
    }
    return entries
  }

  /**
   * Puts the manifest there, unless it is somebody else's meanwhile.
   *
   * @param isLost whether it was given up there, so that the same manifest is to be tried again
   * @throws Failure `node/taken`
   */
  async put(
    places: readonly Place[],
    manifest: Manifest,
    isLost: (node: string | undefined) => boolean,
  ): Promise<void> {
    for (;;) {
      const entries = await this.free(places, manifest)
      const changes = places.map(({ key, node }): Change => {
        const value = this.#valueOf(manifest, entries.get(key), isLost(node))
        return { type: 'put', key, value }
      })
      const { committed } = await this.#store.commitIf(entries, changes)
      if (committed) return
    }
  }

  /** Answers with what stays, since it is somebody else's, or of what replaces it or was to be replaced by it. */
  async takeAway(places: readonly Place[]): Promise<readonly TakenPlace[]> {
    for (;;) {
      const entries = await this.at(places)
      const found = places.flatMap((place) => {
        const before = entries.get(place.key)
        return before === undefined ? [] : [{ place, before, after: this.#without(before) }]
      })
      const changes = found.flatMap(({ place: { key }, before, after }): Change[] => {
        if (after === before) return []
        return [after === undefined ? { type: 'delete', key } : { type: 'put', key, value: after }]
      })
      const { committed } = await this.#store.commitIf(entries, changes)
      if (committed)
        return found.flatMap(({ place, before, after }) =>
          after === undefined ? [] : [{ ...this.#takenAt(place, after), isBack: this.#isOwnValue(before) }],
        )
    }
  }

  /** What is left of an entry without this owner. */
  #without(value: string): string | undefined {
    const { manifest = '', former, ...rest } = parseIntent(value)
    if (this.#isOwnValue(value)) return former
    if (this.#isRecorded(value)) return undefined
    if (former === undefined) return value
    // Its successor has it: nothing of this owner is to come back any more.
    const left = this.#without(former)
    return left === former ? value : intentValue({ manifest, ...rest, former: left })
  }

  /** What an earlier version has scheduled, which wrote no name beside it. */
  #isRecorded(value: string): boolean {
    const { knownHash, ran } = this.#claimant
    if (knownHash === undefined || !this.#isByHand(value)) return false
    const hash = hashIn(value)
    // A rollback, too: of the two, one ran before the other.
    const isRolledBack = isOfEarlierVersion(value) && ran?.has(knownHash) === true && ran.has(hash ?? '')
    return hash === knownHash || isRolledBack
  }

  /** By hand, just this manifest: it is to be taken over. */
  #isMeant(value: string, manifest: Manifest): boolean {
    return this.#isByHand(value) && isSame(value, manifest)
  }

  #isOwnValue(value: string): boolean {
    return whose(value, this.#claimant.owner) === 'own'
  }

  #isByHand(value: string): boolean {
    return whose(value, this.#claimant.owner) === 'by-hand'
  }

  /** A pod that is scheduled for every node would get another program on this one. Answers with the keys that must stay free. */
  async #refuseEverywhere(place: Place): Promise<readonly string[]> {
    const { kind, id } = this.#claimant
    if (kind === 'hook' || place.isKnown) return []
    const key = `${everywhere}${id}`
    const value = await this.#store.get(key)
    if (value !== undefined) throw taken(this.#takenAt({ ...place, node: undefined }, value))
    return [key]
  }

  #valueOf({ text, hash }: Manifest, before: string | undefined, isLost: boolean): string {
    const { owner } = this.#claimant
    const isRepeated = before !== undefined && hashIn(before) === hash
    const known = isRepeated ? parseIntent(before).again : undefined
    // A replacement starts it anew.
    const isAnew = isLost || whose(before, owner) === 'another'
    const again = isRepeated && isAnew ? randomUUID() : known
    const { id, name, role } = owner
    return intentValue({
      manifest: text,
      owner: id,
      by: name,
      role,
      former: this.#formerOf(before),
      turn: randomUUID(),
      again,
    })
  }

  /** The entry that comes back with its predecessor, if this one goes before the predecessor. */
  #formerOf(before: string | undefined): string | undefined {
    const { owner } = this.#claimant
    const is = whose(before, owner)
    if (before === undefined || is === 'by-hand') return undefined
    const { former } = parseIntent(before)
    if (is === 'own') return former
    // The predecessor itself is wanted again.
    return former !== undefined && whose(former, owner) === 'own' ? undefined : before
  }

  #takenAt({ node }: Place, value: string): TakenPlace {
    const { kind, id } = this.#claimant
    return { kind, id, node, value }
  }
}
