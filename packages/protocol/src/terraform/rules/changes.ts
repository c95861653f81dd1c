import { type CtyMap, ctyMap, type CtyValue, type MutableCtyMap } from '../cty/value.ts'

/** Changes to an object, which is copied once something in it really changes. */
export class Changes {
  readonly #before: CtyMap
  #after: MutableCtyMap | undefined

  constructor(before: CtyMap) {
    this.#before = before
  }

  set(name: string, value: CtyValue): void {
    if (this.#after === undefined && this.#before[name] === value) return
    this.#after ??= ctyMap(Object.entries(this.#before))
    this.#after[name] = value
  }

  get changed(): CtyMap {
    return this.#after ?? this.#before
  }
}
