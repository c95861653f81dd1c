import { equalValues, type ValueMap } from '@slipway/model'
import type { ResourceRecord, StateChange } from '@slipway/stores'

/** What was recorded of a resource, and what has been made of it in memory. */
interface Earlier {
  readonly before: Pick<ResourceRecord, 'spec' | 'schemaVersion'>
  readonly spec: ValueMap
}

/**
 * Keeps in the state what earlier versions of types have recorded there, as long as nothing is changed outside: until then
 * one can go back to the plugin that recorded it. In memory it is in its present form alone.
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
   * Changes as they are to be written. Before the first call that changes a resource its record is written in its present
   * form, together with the intent; what else is written of it until then has the spec that it had.
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
