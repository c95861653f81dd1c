import { equalValues, type ValueMap } from '@slipway/model'
import type { ResourceRecord, StateChange } from '@slipway/stores'

/** The recorded form of a resource, and the upgraded spec in memory. */
interface Earlier {
  readonly before: Pick<ResourceRecord, 'spec' | 'schemaVersion'>
  readonly spec: ValueMap
}

/**
 * Keeps the records of earlier versions of types as they are in the state, until a resource is changed outside. Until that change, the user can go
 * back to the plugin that recorded them. Memory only has the present form.
 */
export class AsRecorded {
  readonly #earlier = new Map<string, Earlier[]>()

  add(recorded: ResourceRecord, upgraded: ResourceRecord): void {
    const { spec, schemaVersion } = recorded
    const before = schemaVersion === undefined ? { spec } : { spec, schemaVersion }
    const known = this.#earlier.get(recorded.id) ?? []
    this.#earlier.set(recorded.id, [...known, { before, spec: upgraded.spec }])
  }

  /**
   * The changes in the form in which they must be written. Until the first call that changes a resource, its record is written with the old spec.
   * With the intent of that call, it is written in its present form.
   *
   * @param recordOf the record in memory, by id
   */
  written(
    changes: readonly StateChange[],
    recordOf: (id: string) => ResourceRecord | undefined,
  ): readonly StateChange[] {
    if (this.#earlier.size === 0) return changes
    return changes.flatMap((change): readonly StateChange[] => {
      if (change.kind === 'resource') return [{ ...change, resource: this.#asItWas(change.resource) }]
      if (change.kind !== 'begin') return [change]
      const { id } = change.intent.resource
      const record = this.#earlier.delete(id) ? recordOf(id) : undefined
      return record === undefined ? [change] : [{ kind: 'resource', resource: record }, change]
    })
  }

  #asItWas(record: ResourceRecord): ResourceRecord {
    const earlier = this.#earlier.get(record.id)?.find(({ spec }) => equalValues(spec, record.spec))
    if (earlier === undefined) return record
    const { schemaVersion: _, ...known } = record
    return { ...known, ...earlier.before }
  }
}
