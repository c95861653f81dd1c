import { addTo } from '@slipway/graph'
import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../../check/checked.ts'
import { isDenied, isGoing, mayExist } from '../../reality/recorded/life-cycle.ts'
import { declaredIdentity } from '../../spec/identity.ts'
import type { Session } from '../session/session.ts'

export interface RecordIdsOptions {
  readonly session: Pick<Session, 'records' | 'definition' | 'wants'>
  /** True for records that the program may ask for. */
  readonly isMine: (record: ResourceRecord) => boolean
  /** Ids of the records that already belong to a resource. */
  readonly taken: ReadonlySet<string>
}

/** Ids of the records that existed when a program began, by name, by former name, and by identity. */
export class RecordIds {
  readonly #named = new Map<string, string[]>()
  readonly #calledBefore = new Map<string, string[]>()
  readonly #things = new Map<string, string[]>()
  readonly #session: RecordIdsOptions['session']
  readonly #isMine: RecordIdsOptions['isMine']
  readonly #taken: ReadonlySet<string>

  constructor({ session, isMine, taken }: RecordIdsOptions) {
    this.#session = session
    this.#isMine = isMine
    this.#taken = taken
    this.renew()
  }

  /** Looks at all records again after some were rewritten. */
  renew(): void {
    const session = this.#session
    for (const ids of [this.#named, this.#calledBefore, this.#things]) ids.clear()
    for (const record of session.records.all()) if (this.#isMine(record)) this.add(record)
  }

  /** Adds a new record that no call of this run has made, such as an imported one. */
  add(record: ResourceRecord): void {
    const { id, name, type, formerNames = [] } = record
    const identity = mayExist(record) ? declaredIdentity(this.#session.definition(type), record) : undefined
    addTo(this.#named, name, id)
    for (const former of formerNames) addTo(this.#calledBefore, former, id)
    if (identity !== undefined) addTo(this.#things, identity, id)
  }

  named(name: string): readonly string[] {
    return this.#named.get(name) ?? []
  }

  /**
   * Ids of the records that a run renamed before it broke off, so that a user who goes back to the old program finds everything again.
   * Types with an identity do not need this, because an identity says more than a name.
   */
  calledOtherwise({ name, type, definition }: CheckedResource, former: readonly string[]): readonly string[] {
    const session = this.#session
    if (definition.identity !== undefined) return []
    return [name, ...former].flatMap((each) =>
      (this.#calledBefore.get(each) ?? []).flatMap((id) => {
        const record = session.records.get(id)
        if (record === undefined || record.type !== type || session.wants.goals.has(record.name)) return []
        // The other generations under its name are possible as well.
        const named = this.named(record.name)
        return named.length === 0 ? [id] : named
      }),
    )
  }

  /**
   * The records with the name of a resource. If none of them is the resource, also those with one of its former names, or those that used
   * to have its own name. If the name belongs to a record of another type (which may go, or be renamed later), or to one that an earlier
   * run has begun to destroy, a record with one of the program's aliases is still the resource.
   *
   * @param former its former names according to the program
   * @param otherwise ids of records that used to have its name
   */
  possible(
    { name, type }: Pick<CheckedResource, 'name' | 'type'>,
    former: readonly string[],
    otherwise: readonly string[],
  ): readonly string[] {
    const own = this.named(name)
    const isThere = (id: string): boolean => this.there(id) !== undefined
    const isOfType = (id: string): boolean => this.there(id)?.type === type
    const isWhole = (id: string): boolean => {
      const record = this.there(id)
      return record?.type === type && !isGoing(record)
    }
    if (own.some(isWhole)) return own
    const said = former.map((alias) => this.named(alias))
    if (own.some(isThere)) return [...own, ...(said.find((ids) => ids.some(isOfType)) ?? [])]
    const isLeft = (id: string): boolean => this.#left(id) !== undefined
    return [...own, ...(said.find((ids) => ids.some(isThere)) ?? (otherwise.some(isLeft) ? otherwise : []))]
  }

  /** A record that belongs to no other resource so far. An older generation only counts if nothing has its name any more. */
  there(id: string): ResourceRecord | undefined {
    const record = this.#left(id)
    return record?.replaced === true && this.#session.records.named(record.name) !== undefined ? undefined : record
  }

  /** A record that belongs to no other resource so far. An older generation also counts if the holder of its name does not exist outside. */
  #left(id: string): ResourceRecord | undefined {
    const record = this.#session.records.get(id)
    if (record === undefined || this.#taken.has(id) || !mayExist(record) || isDenied(record)) return undefined
    const holder = record.replaced ? this.#session.records.named(record.name) : undefined
    return holder === undefined || !mayExist(holder) ? record : undefined
  }

  /**
   * The ids of the records with an identity.
   *
   * @param identity `undefined` when there is none
   */
  things(identity: string | undefined): readonly string[] {
    return (identity === undefined ? undefined : this.#things.get(identity)) ?? []
  }
}
