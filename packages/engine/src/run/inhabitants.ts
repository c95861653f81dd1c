import type { ResourceRecord, StateChange } from '@slipway/stores'
import { isInOlder, onlyPlace, withoutContainer, withUnknownContainer } from '../reality/stands-in.ts'
import { mayExist } from '../reality/life-cycle.ts'
import type { Session } from './session.ts'

type Run = Pick<Session, 'record' | 'records' | 'named' | 'absent' | 'together'> & {
  readonly going: ReadonlySet<string>
}

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
    const { absent, going, together } = this.#session
    if (!old.replaced) return undefined
    const successor = this.#session.named(old.name)
    return [...this.#of(old.id), ...this.#of(unknownIn(old.name))].find((record) => {
      const isGoing = absent.has(record.name) || going.has(record.id) || together.get(old.id)?.has(record.id) === true
      // Whom the user has told to stand elsewhere is believed.
      const isThere = record.options?.deletedWith === old.name || onlyPlace(record) === old.id
      return isThere && !isGoing && mayExist(record) && isInOlder(record, old, successor)
    })
  }

  /** What is to be recorded of those that are left once something is destroyed. */
  without(id: string): readonly StateChange[] {
    return this.#of(id).flatMap((record) => withoutContainer(record, id))
  }

  /** The same, of something that is forgotten, and still there. */
  withUnknown(id: string): readonly StateChange[] {
    return this.#of(id).flatMap((record) => withUnknownContainer(record, [id]))
  }

  #of(id: string): readonly ResourceRecord[] {
    this.#byContainer ??= this.#index()
    const known = this.#byContainer.get(id) ?? []
    return known.flatMap((one) => this.#session.record(one) ?? [])
  }

  #index(): ReadonlyMap<string, readonly string[]> {
    const index = new Map<string, string[]>()
    for (const { id, standsIn, options } of this.#session.records()) {
      const named = options?.deletedWith
      for (const container of standsIn ?? (named === undefined ? [] : [unknownIn(named)])) {
        const known = index.get(container)
        if (known === undefined) index.set(container, [id])
        else known.push(id)
      }
    }
    return index
  }
}

/** Where only the name of what something stands in is recorded. */
function unknownIn(name: string): string {
  return `in ${name}`
}
