import type { RecordKinds } from '../records.ts'
import type { Place, Surroundings } from './place.ts'
import { damagedSecret, headOf, isWrongKey } from './sealed-text.ts'
import type { Sealer } from '../port.ts'
import type { SealedTeam } from './team/team.ts'
import type { Unsealer } from './unseal-with-any.ts'

/** What a state says of its sealed texts. */
export interface Sealing {
  /** Id of the state, which all of them are bound to. It stays until a backup takes the place of the state. */
  readonly state: string
  /**
   * By the id of a key: a text sealed with it, which says that the state holds nothing of the first form but under the keys that it names.
   * Made with the first text of the second form, so that no text of this form is without.
   */
  readonly marks: ReadonlyMap<string, string>
  /** The people who can open sealed texts. Absent: anybody with the key that sealed them. */
  readonly team?: SealedTeam
}

/** Where the values of a record lie. */
export function recordPlace(state: string, instance: string, kind: keyof RecordKinds, id: string): Surroundings {
  return { purpose: 'state', state, instance, record: `${kind} ${id}` }
}

/** @param unopened keys under which texts of the first form are left, because they are not here */
export function markText(sealer: Pick<Sealer, 'seal'>, state: string, unopened: readonly string[]): string {
  return sealer.seal(JSON.stringify(unopened), markPlace(state))
}

function markPlace(state: string): Place {
  return { purpose: 'mark', state, instance: '', record: '', path: [] }
}

/**
 * Opens the sealed texts of a state. A text of the first form is bound to nothing, so it opens only as long as the state has not said, under
 * any key that is here, that it has no such text; one of the second form only where the state has said so under its key.
 */
export class StateSeal {
  readonly state: string
  readonly #marks: ReadonlyMap<string, string>
  readonly #unsealer: Unsealer
  /** What the marks say; `undefined` for one whose key is not here. */
  readonly #said = new Map<string, readonly string[] | undefined>()

  constructor({ state, marks }: Sealing, unsealer: Unsealer) {
    this.state = state
    this.#marks = marks
    this.#unsealer = unsealer
  }

  /** Fails as a {@link Sealer} does, and with `state/damaged-record` for a text that cannot be of this state. */
  readonly open = (sealed: string, place: Place): string => {
    const { form, keyId } = headOf(sealed)
    if (form === 2) {
      this.#assertMarked(keyId)
      return this.#unsealer.unseal(sealed, place)
    }
    this.#assertMayBeUnbound(keyId)
    return this.#unsealer.unsealUnbound(sealed)
  }

  #assertMarked(keyId: string): void {
    const mark = this.#marks.get(keyId)
    if (mark === undefined)
      throw damagedSecret(`a secret is sealed with the key ${keyId}, under which nothing was sealed in this state`)
    // Where the key is not here, the text does not open either.
    this.#read(keyId, mark)
  }

  #assertMayBeUnbound(keyId: string): void {
    for (const [key, mark] of this.#marks)
      if (this.#read(key, mark)?.includes(keyId) === false)
        throw damagedSecret(
          `a secret sealed with the key ${keyId} is of the form of Slipway 0.1.0, and this state holds none of those any more`,
        )
  }

  #read(keyId: string, mark: string): readonly string[] | undefined {
    if (!this.#said.has(keyId)) this.#said.set(keyId, this.#opened(keyId, mark))
    return this.#said.get(keyId)
  }

  #opened(keyId: string, mark: string): readonly string[] | undefined {
    if (headOf(mark).keyId !== keyId)
      throw damagedSecret(`the mark of the key ${keyId} in this state is that of another key`)
    try {
      return JSON.parse(this.#unsealer.unseal(mark, markPlace(this.state))) as readonly string[]
    } catch (error) {
      if (isWrongKey(error)) return undefined
      throw error
    }
  }
}
