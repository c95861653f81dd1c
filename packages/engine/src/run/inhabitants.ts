import type { ResourceRecord, StateChange } from '@slipway/stores'
import { isInById, withoutContainer } from '../reality/stands-in.ts'
import { mayExist } from '../reality/life-cycle.ts'
import type { Session } from './session.ts'

type Run = Pick<Session, 'record' | 'records' | 'together'> & { readonly going: ReadonlySet<string> }

/** Which resources stand in which, while a run goes on. */
export class Inhabitants {
  readonly #session: Run
  /** Ids of records by those of what they may stand in. In what goes in this run nothing new comes to stand. */
  #byContainer: ReadonlyMap<string, readonly string[]> | undefined

  constructor(session: Run) {
    this.#session = session
  }

  /** Something that is in what was replaced, and does not go in this run: it would be gone with that, and nobody would know. */
  left(old: ResourceRecord): ResourceRecord | undefined {
    const { going, together } = this.#session
    if (!old.replaced) return undefined
    return this.#of(old.id).find((record) => {
      const isGoing = going.has(record.id) || together.get(old.id)?.has(record.id) === true
      return record.options?.deletedWith === old.name && !isGoing && mayExist(record) && isInById(record, old)
    })
  }

  /** What is to be recorded of those that are left once something is destroyed. */
  without(id: string): readonly StateChange[] {
    return this.#of(id).flatMap((record) => withoutContainer(record, id))
  }

  #of(id: string): readonly ResourceRecord[] {
    this.#byContainer ??= this.#index()
    const known = this.#byContainer.get(id) ?? []
    return known.flatMap((one) => this.#session.record(one) ?? [])
  }

  #index(): ReadonlyMap<string, readonly string[]> {
    const index = new Map<string, string[]>()
    for (const { id, standsIn = [] } of this.#session.records()) {
      for (const container of standsIn) {
        const known = index.get(container)
        if (known === undefined) index.set(container, [id])
        else known.push(id)
      }
    }
    return index
  }
}
