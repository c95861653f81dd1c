type ById = Map<string, number>

/**
 * Checksums of rows that one connection has read or written. While no other connection writes, it can change these rows without reading
 * them again.
 */
export class KnownChecksums {
  readonly #tables = new Map<string, Map<string, ById>>()

  of(table: string, instance: string): ById {
    let instances = this.#tables.get(table)
    if (instances === undefined) {
      instances = new Map()
      this.#tables.set(table, instances)
    }
    let rows = instances.get(instance)
    if (rows === undefined) {
      rows = new Map()
      instances.set(instance, rows)
    }
    return rows
  }

  forget(): void {
    this.#tables.clear()
  }
}
