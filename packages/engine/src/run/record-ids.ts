import type { ResourceRecord } from '@slipway/stores'
import type { CheckedResource } from '../check/checked.ts'
import { existenceOf, mayExist } from '../reality/life-cycle.ts'
import { declaredIdentity } from '../spec/identity.ts'
import type { RunSession } from './run-session.ts'

/** What else a resource may be. */
interface Choice {
  /** Names that it had, as the program says. */
  readonly former: readonly string[]
  /** Ids of the records that had its name. */
  readonly otherwise: readonly string[]
  /** A record that nothing else is so far. */
  readonly there: (id: string) => ResourceRecord | undefined
}

/** Ids of the records that there were when a program began, by their names, by those that they had, and by what identifies them. */
export class RecordIds {
  readonly #named = new Map<string, string[]>()
  readonly #calledBefore = new Map<string, string[]>()
  readonly #things = new Map<string, string[]>()

  constructor(session: Pick<RunSession, 'records' | 'definition'>, isMine: (record: ResourceRecord) => boolean) {
    for (const record of session.records()) {
      if (!isMine(record)) continue
      const { id, name, type, formerNames = [] } = record
      const identity = mayExist(record) ? declaredIdentity(session.definition(type), record) : undefined
      add(this.#named, name, id)
      for (const former of formerNames) add(this.#calledBefore, former, id)
      if (identity !== undefined) add(this.#things, identity, id)
    }
  }

  named(name: string): readonly string[] {
    return this.#named.get(name) ?? []
  }

  calledBefore(name: string): readonly string[] {
    return this.#calledBefore.get(name) ?? []
  }

  /**
   * Those that have the name of a resource; where none of them is the resource, also those of a name that it had, or those that had its
   * own. Something of another type may have its name, and go, or get another name later, and so may what an earlier run has begun to destroy:
   * what had a name that the program says is the resource all the same.
   */
  possible(
    { name, type }: Pick<CheckedResource, 'name' | 'type'>,
    { former, otherwise, there }: Choice,
  ): readonly string[] {
    const own = this.named(name)
    const isThere = (id: string): boolean => there(id) !== undefined
    const isOfType = (id: string): boolean => there(id)?.type === type
    if (own.some((id) => isOfType(id) && !isGoing(there(id)))) return own
    const said = former.map((alias) => this.named(alias))
    const named = own.some(isThere)
      ? said.find((ids) => ids.some(isOfType))
      : [...said, otherwise].find((ids) => ids.some(isThere))
    return [...own, ...(named ?? [])]
  }

  /** @param identity `undefined`: nothing is known to be the same thing */
  things(identity: string | undefined): readonly string[] {
    return (identity === undefined ? undefined : this.#things.get(identity)) ?? []
  }
}

function isGoing(record: ResourceRecord | undefined): boolean {
  return record !== undefined && existenceOf(record) === 'going'
}

function add(to: Map<string, string[]>, key: string, id: string): void {
  const known = to.get(key)
  if (known === undefined) to.set(key, [id])
  else known.push(id)
}
