import { equalValues, type ResourceTypeDefinition } from '@slipway/model'
import type { InstanceRecord, ResourceRecord, StateChange } from '@slipway/stores'
import { accounted } from '../../spec/account.ts'
import type { Gathered } from './gathered.ts'

type Definitions = (type: string) => ResourceTypeDefinition | undefined

/**
 * The unsteady computed values of types: those that an update or a refresh has ever changed, such as an etag or a time. All other computed values
 * never change for one thing, so a difference means two things.
 */
export class Unsteady {
  readonly #paths: Map<string, Set<string>>
  readonly #definition: Definitions

  constructor({ state, drift }: Pick<Gathered, 'state' | 'drift'>, definition: Definitions) {
    this.#definition = definition
    const recorded = Object.entries(state?.instance.unsteady ?? {})
    this.#paths = new Map(recorded.map(([type, paths]) => [type, new Set(paths)]))
    const types = new Map(drift.size === 0 ? [] : state?.resources.map(({ id, type }) => [id, type]))
    for (const [id, found] of drift) {
      const type = types.get(id)
      if (found.kind === 'changed' && type !== undefined)
        this.#add(
          type,
          found.changes.map(({ path }) => path),
        )
    }
  }

  /** True if the value of a type at a path, or a value that contains it, was ever changed. */
  has(type: string, path: string): boolean {
    const known = this.#paths.get(type)
    return known !== undefined && (known.has(path) || known.values().some((each) => path.startsWith(`${each}.`)))
  }

  /** Learns from changes that are about to be recorded. Returns true if something new was learned. */
  learn(changes: readonly StateChange[], recorded: (id: string) => ResourceRecord | undefined): boolean {
    let isNews = false
    for (const change of changes) {
      if (change.kind !== 'resource') continue
      const before = recorded(change.resource.id)
      if (before?.deployedAt === undefined || before.spec === change.resource.spec) continue
      isNews = this.#add(before.type, this.#changed(before, change.resource)) || isNews
    }
    return isNews
  }

  get recorded(): NonNullable<InstanceRecord['unsteady']> {
    return Object.fromEntries(Array.from(this.#paths, ([type, paths]) => [type, [...paths].toSorted()]))
  }

  #changed(before: ResourceRecord, after: ResourceRecord): readonly string[] {
    const definition = this.#definition(before.type)
    if (definition === undefined) return []
    const [old, now] = [before, after].map(({ spec }) => accounted(definition, spec).told)
    return Array.from(old ?? []).flatMap(([path, value]) => {
      const next = now?.get(path)
      return next === undefined || equalValues(value, next) ? [] : [path]
    })
  }

  #add(type: string, paths: readonly string[]): boolean {
    if (paths.length === 0) return false
    const known = this.#paths.get(type) ?? new Set()
    this.#paths.set(type, known)
    const before = known.size
    for (const path of paths) known.add(path)
    return known.size > before
  }
}
