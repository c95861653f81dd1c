import { randomUUID } from 'node:crypto'
import type { Change, KeyValueStore } from '@slipway/infra/keyvalue'
import { everywhere, type Manifest, type PodKind } from '@slipway/preparer'
import { hashIn, intentValue, parseIntent } from '../intent-entry.ts'
import { isOfEarlierVersion, isRelated, isSame, type Owner, taken, type TakenPlace, whose } from './pod-claim.ts'

/** A key that an owner's pod or hook has or will get. */
export interface Place {
  readonly key: string
  /** The node of the key. Absent: every node. */
  readonly node?: string | undefined
  /** True if the record says that the owner had an entry at this key. An entry without an owner is then the owner's, perhaps changed by hand. */
  readonly isKnown: boolean
}

interface Claimant {
  readonly kind: PodKind
  readonly id: string
  readonly owner: Owner
  /** The hash of the last recorded manifest. */
  readonly knownHash: string | undefined
  /** Hashes of the manifests that the nodes run or ran before. */
  readonly ran?: ReadonlySet<string> | undefined
}

type Entries = ReadonlyMap<string, string | undefined>

/** Schedules the pods and hooks of one owner in the store. Never changes or removes entries of other owners. */
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

  /**
   * Returns the present entries if the manifest may replace them, including the entry for every node where it matters. @throws Failure `node/taken`
   */
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
   * Writes the manifest to the places, unless another owner has taken one meanwhile.
   *
   * @param isLost whether the node gave up on the pod; then the node must retry the same manifest
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

  /** Removes this owner's entries. Returns the entries that stay: entries of other owners, and entries that replace this owner's. */
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

  /** Returns what remains of an entry without this owner's part. */
  #without(value: string): string | undefined {
    const { manifest = '', former, ...rest } = parseIntent(value)
    if (this.#isOwnValue(value)) return former
    if (this.#isRecorded(value)) return undefined
    if (former === undefined) return value
    // A successor holds the entry. This owner's manifest must not come back.
    const left = this.#without(former)
    return left === former ? value : intentValue({ manifest, ...rest, former: left })
  }

  /** True for an entry of an earlier Slipway version, which recorded no owner. */
  #isRecorded(value: string): boolean {
    const { knownHash, ran } = this.#claimant
    if (knownHash === undefined || !this.#isByHand(value)) return false
    const hash = hashIn(value)
    // Covers a rollback: one of the two manifests ran before the other.
    const isRolledBack = isOfEarlierVersion(value) && ran?.has(knownHash) === true && ran.has(hash ?? '')
    return hash === knownHash || isRolledBack
  }

  /** True for an entry made by hand with exactly this manifest. The owner may take it over. */
  #isMeant(value: string, manifest: Manifest): boolean {
    return this.#isByHand(value) && isSame(value, manifest)
  }

  #isOwnValue(value: string): boolean {
    return whose(value, this.#claimant.owner) === 'own'
  }

  #isByHand(value: string): boolean {
    return whose(value, this.#claimant.owner) === 'by-hand'
  }

  /**
   * Refuses a pod that is scheduled for every node, because this entry would override it on this node. Returns the keys that must stay
   * free.
   */
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
    // A replacement restarts the pod.
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

  /** Returns the predecessor's entry, which comes back if this pod is removed first. */
  #formerOf(before: string | undefined): string | undefined {
    const { owner } = this.#claimant
    const is = whose(before, owner)
    if (before === undefined || is === 'by-hand') return undefined
    const { former } = parseIntent(before)
    if (is === 'own') return former
    // The predecessor itself is scheduled again.
    return former !== undefined && whose(former, owner) === 'own' ? undefined : before
  }

  #takenAt({ node }: Place, value: string): TakenPlace {
    const { kind, id } = this.#claimant
    return { kind, id, node, value }
  }
}
