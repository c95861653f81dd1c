import type { InstanceState, ResourceRecord } from '@slipway/stores'

/** A program's resources as they were before this run. Only the newest generation of each resource counts. */
export class RecordsBefore {
  readonly #byName = new Map<string, ResourceRecord>()
  readonly #byUrn = new Map<string, ResourceRecord>()

  constructor(state: Pick<InstanceState, 'resources'> | undefined) {
    for (const record of (state?.resources ?? []).toReversed()) {
      if (record.replaced) continue
      this.#byName.set(record.name, record)
      const { urn } = record.spec
      if (typeof urn === 'string') this.#byUrn.set(urn, record)
    }
  }

  named(name: string): ResourceRecord | undefined {
    return this.#byName.get(name)
  }

  at(urn: string): ResourceRecord | undefined {
    return this.#byUrn.get(urn)
  }
}
