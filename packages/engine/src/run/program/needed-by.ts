import { byEach, graphOf, sortGraph } from '@slipway/graph'
import type { ResourceRecord } from '@slipway/stores'
import { isIn } from '../../reality/stands-in.ts'

/** What needs a record: whatever reads it or stands in it, and whatever needs that. */
export class NeededBy {
  /** Each after what it needs. */
  readonly inOrder: readonly ResourceRecord[]
  /** By id: the records that need it directly. */
  readonly #users = new Map<string, readonly ResourceRecord[]>()

  constructor(root: ResourceRecord, records: Iterable<ResourceRecord>) {
    const all = [...records]
    const readers = byEach(all, ({ reads }) => reads)
    const names = new Map(all.map(({ id, name }) => [id, name]))
    // The thing that they read by id is gone, and something else has the name.
    const byName = byEach(all, ({ dependsOn, reads }) => {
      const known = new Set(reads.map((id) => names.get(id)))
      return dependsOn.filter((name) => !known.has(name))
    })
    const members = byEach(all, ({ options, standsIn = [] }) => [...standsIn, options?.deletedWith ?? ''])
    const byId = new Map([[root.id, root]])
    for (const record of byId.values()) {
      const inside = [...(members.get(record.id) ?? []), ...(members.get(record.name) ?? [])]
      const left = record.replaced ? [] : (byName.get(record.name) ?? [])
      const users = new Set([...(readers.get(record.id) ?? []), ...left, ...inside.filter((one) => isIn(one, record))])
      users.delete(record)
      this.#users.set(record.id, [...users])
      for (const user of users) if (!byId.has(user.id)) byId.set(user.id, user)
    }
    const needs = new Map<string, string[]>(Array.from(byId.keys(), (id) => [id, []]))
    for (const [id, users] of this.#users) for (const user of users) needs.get(user.id)?.push(id)
    const graph = graphOf(needs)
    this.inOrder = sortGraph(graph).order.flatMap((node) => {
      const record = byId.get(graph.nodes[node] ?? '')
      return record === undefined || record === root ? [] : [record]
    })
  }

  /** Of some records, the ids of those that need this one, with none of the others in between. */
  next(id: string, some: { readonly has: (id: string) => boolean }): readonly string[] {
    const found = new Set<string>()
    const seen = new Set([id])
    for (const one of seen) {
      for (const user of this.#users.get(one) ?? []) {
        if (some.has(user.id)) found.add(user.id)
        else seen.add(user.id)
      }
    }
    found.delete(id)
    return [...found]
  }
}
