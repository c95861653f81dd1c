import { reached } from '@slipway/graph'
import type { ResourceRecord } from '@slipway/stores'
import { usesOf } from './edges.ts'
import { Waits } from './waits.ts'
import type { Providers } from '../../providers/providers.ts'

/** The records that need a record: its readers and members, and those that need these. A destroy of everything has the reverse order. */
export class WhatNeeds {
  /** All records in order. Each record comes after those that it needs. */
  readonly inOrder: readonly ResourceRecord[]
  /** The ids of the records that directly need a record, by its id. */
  readonly #users: ReadonlyMap<string, readonly string[]>

  constructor(root: ResourceRecord, records: Iterable<ResourceRecord>, providers: Providers) {
    const byId = new Map(Array.from(records, (record) => [record.id, record.id === root.id ? root : record]))
    const uses = usesOf([...byId.values()], providers)
    const users = Map.groupBy(uses, ([used]) => used)
    this.#users = new Map(Array.from(users, ([id, all]) => [id, [...new Set(all.map(([, user]) => user))]]))
    const needing = reached([root.id], (id) => this.#users.get(id))
    const waits = new Waits(
      needing,
      uses.map(([used, user, reason]) => [user, used, reason]),
    )
    this.inOrder = waits.inOrder().flatMap((id) => (id === root.id ? [] : (byId.get(id) ?? [])))
  }

  /** The ids, from a set of records, of those that need this record without another record of the set in between. */
  next(id: string, some: { readonly has: (id: string) => boolean }): readonly string[] {
    const passed = reached([id], (one) => (one !== id && some.has(one) ? [] : this.#users.get(one)))
    return [...passed].filter((one) => one !== id && some.has(one))
  }
}
