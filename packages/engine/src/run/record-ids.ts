import type { ResourceRecord } from '@slipway/stores'
import { mayExist } from '../reality/life-cycle.ts'
import { declaredIdentity } from '../spec/identity.ts'
import type { RunSession } from './run-session.ts'

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

  /** @param identity `undefined`: nothing is known to be the same thing */
  things(identity: string | undefined): readonly string[] {
    return (identity === undefined ? undefined : this.#things.get(identity)) ?? []
  }
}

function add(to: Map<string, string[]>, key: string, id: string): void {
  const known = to.get(key)
  if (known === undefined) to.set(key, [id])
  else known.push(id)
}
