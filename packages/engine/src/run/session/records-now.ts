import { addToSet } from '@slipway/graph'
import type { ResourceRecord } from '@slipway/stores'
import type { Providers } from '../../providers/providers.ts'
import { Things } from '../../reality/recorded/identified-things.ts'
import { existenceOf } from '../../reality/recorded/life-cycle.ts'
import { DeploysUnderWay } from './deploys-under-way.ts'

interface Around {
  readonly providers: Providers
  /** Names of resources whose condition is false. */
  readonly absent: ReadonlySet<string>
  /** Ids of records whose things are missing. If a thing gets the key of such a record in this run, the thing belongs to another record. */
  readonly missing: ReadonlySet<string>
  /** The resources that this run forgot and that stay outside. */
  readonly leftOutside: readonly ResourceRecord[]
}

/** The records of a run at the moment. */
export class RecordsNow {
  readonly underWay = new DeploysUnderWay()
  readonly #around: Around
  readonly #records: Map<string, ResourceRecord>
  readonly #byName = new Map<string, ResourceRecord>()
  /** The ids of a record's readers, by its id. */
  readonly #readers = new Map<string, Set<string>>()
  /** The ids of the records that are read under the names of resources that this run leaves out. A record may have another name for now. */
  readonly #readUnder = new Map<string, string>()
  /** Names of resources for which calls have begun, by id. */
  readonly #begun = new Map<string, string>()
  #things: Things | undefined

  constructor(records: readonly ResourceRecord[], around: Around) {
    this.#around = around
    this.#records = new Map(records.map((record) => [record.id, record]))
    for (const record of this.#records.values()) this.#take(record)
  }

  get(id: string): ResourceRecord | undefined {
    return this.#records.get(id)
  }

  /** The present record of a step. */
  ofStep({ current }: { readonly current?: ResourceRecord }): ResourceRecord | undefined {
    return current && this.#records.get(current.id)
  }

  /** True if the record's provider looked for the thing, and did not find it. */
  isMissing(id: string): boolean {
    return this.#around.missing.has(id)
  }

  /** The record that has this name now. */
  named(name: string): ResourceRecord | undefined {
    return this.#byName.get(name)
  }

  all(): Iterable<ResourceRecord> {
    return this.#records.values()
  }

  get size(): number {
    return this.#records.size
  }

  /** The name of a resource by its id, even while the resource is being made. Plugins only get the last part of the name. */
  nameOf(id: string): string | undefined {
    return this.#begun.get(id) ?? this.#records.get(id)?.name
  }

  /** Notes that a call begins for a resource. */
  begin({ id, name }: ResourceRecord): void {
    this.#begun.set(id, name)
  }

  /** Ids of the records that have these names now. */
  idsOf(names: readonly string[]): string[] {
    const idOf = (name: string): string | undefined => this.#readUnder.get(name) ?? this.#byName.get(name)?.id
    return names.flatMap((name) => (this.#around.absent.has(name) ? [] : (idOf(name) ?? [])))
  }

  readUnder(name: string, record: ResourceRecord | undefined): ResourceRecord | undefined {
    if (record !== undefined) this.#readUnder.set(name, record.id)
    return record
  }

  /** All records that read this one. */
  readersOf(id: string): readonly ResourceRecord[] {
    const ids = this.#readers.get(id)
    return ids === undefined ? [] : [...ids].flatMap((reader) => this.#records.get(reader) ?? [])
  }

  /** Other records of the same type whose things certainly exist, including the things that this run has left outside. */
  *others({ id, type }: ResourceRecord): Generator<ResourceRecord, undefined> {
    const { missing, leftOutside } = this.#around
    const isThere = (other: ResourceRecord): boolean => existenceOf(other) === 'there' && !missing.has(other.id)
    for (const records of [this.#records.values(), leftOutside])
      for (const other of records) if (other.type === type && other.id !== id && isThere(other)) yield other
  }

  /** The things outside for which the records stand. */
  get things(): Things {
    return (this.#things ??= new Things(this.#records.values(), this.#around.providers, this.#around.missing))
  }

  put(record: ResourceRecord): void {
    this.drop(record.id)
    this.#records.set(record.id, record)
    this.#take(record)
  }

  drop(id: string): void {
    const record = this.#records.get(id)
    if (record === undefined) return
    this.#records.delete(id)
    for (const read of record.reads) this.#readers.get(read)?.delete(id)
    this.#things?.remove(record)
    if (this.#byName.get(record.name)?.id === id) this.#byName.delete(record.name)
  }

  #take(record: ResourceRecord): void {
    if (!record.replaced) this.#byName.set(record.name, record)
    for (const id of record.reads) addToSet(this.#readers, id, record.id)
    this.#things?.add(record)
  }
}
