import type { RecordKinds } from '../records.ts'
import type { Place, Surroundings } from './place.ts'
import { damagedSecret, headOf, isWrongKey } from './sealed-text.ts'
import type { Sealer } from '../port.ts'
import type { SealedTeam } from './team/team.ts'
import type { Unsealer } from './unseal-with-any.ts'

/** The facts in a state about its sealed texts. */
export interface Sealing {
  /** Id of the state, which all sealed texts are bound to. It stays the same until a restore. */
  readonly state: string
  /**
   * Marks by key id. A mark is sealed with its key and states that the state has no texts of the first form, except under the keys it
   * lists. It is made with the first text of the second form, so every such text has a mark.
   */
  readonly marks: ReadonlyMap<string, string>
  /** The recipients who can open sealed texts. Absent: any holder of the key that sealed them. */
  readonly team?: SealedTeam
}

/** The surroundings of a record's values. */
export function recordPlace(state: string, instance: string, kind: keyof RecordKinds, id: string): Surroundings {
  return { purpose: 'state', state, instance, record: `${kind} ${id}` }
}

/** @param unopened missing keys that still have texts of the first form */
export function markText(sealer: Pick<Sealer, 'seal'>, state: string, unopened: readonly string[]): string {
  return sealer.seal(JSON.stringify(unopened), markPlace(state))
}

function markPlace(state: string): Place {
  return { purpose: 'mark', state, instance: '', record: '', path: [] }
}

/**
 * The reason why this user must not seal with a key of his own: the state has secrets, and none of their keys is here. `undefined`: he may.
 *
 * @param keysInUse reads all records; called only if the state has marks and none of them opens
 */
export async function refusalOfSecondKey(
  { state, marks }: Sealing,
  unsealer: Unsealer,
  keysInUse: () => Promise<readonly string[]>,
): Promise<unknown> {
  const refusals = new Map<string, unknown>()
  for (const [key, mark] of marks) {
    try {
      unsealer.unseal(mark, markPlace(state))
      return undefined
    } catch (error) {
      // Readers of the texts report a mark that was changed.
      if (isWrongKey(error)) refusals.set(key, error)
    }
  }
  if (refusals.size === 0) return undefined
  const missing = (await keysInUse()).find((key) => refusals.has(key))
  return missing === undefined ? undefined : refusals.get(missing)
}

/**
 * Opens the sealed texts of a state. A text of the first form is bound to nothing, so it opens only if no mark under an available key rules
 * out such texts. A text of the second form opens only if there is a mark under its key.
 */
export class StateSeal {
  readonly state: string
  readonly #marks: ReadonlyMap<string, string>
  readonly #unsealer: Unsealer
  /** The contents of the marks; `undefined` for a mark with a missing key. */
  readonly #said = new Map<string, readonly string[] | undefined>()

  constructor({ state, marks }: Sealing, unsealer: Unsealer) {
    this.state = state
    this.#marks = marks
    this.#unsealer = unsealer
  }

  /** Opens a text. Fails like a {@link Sealer}, and with `state/damaged-record` for a text that cannot belong to this state. */
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
      throw damagedSecret(`a secret is sealed with the key ${keyId}, which this state has never used`)
    // If the key is missing, the text does not open either.
    this.#read(keyId, mark)
  }

  #assertMayBeUnbound(keyId: string): void {
    for (const [key, mark] of this.#marks)
      if (this.#read(key, mark)?.includes(keyId) === false)
        throw damagedSecret(
          `a secret sealed with the key ${keyId} has the form of Slipway 0.1.0, but this state no longer has secrets of that form`,
        )
  }

  #read(keyId: string, mark: string): readonly string[] | undefined {
    if (!this.#said.has(keyId)) this.#said.set(keyId, this.#opened(keyId, mark))
    return this.#said.get(keyId)
  }

  #opened(keyId: string, mark: string): readonly string[] | undefined {
    if (headOf(mark).keyId !== keyId)
      throw damagedSecret(`the mark of the key ${keyId} in this state belongs to another key`)
    try {
      return JSON.parse(this.#unsealer.unseal(mark, markPlace(this.state))) as readonly string[]
    } catch (error) {
      if (isWrongKey(error)) return undefined
      throw error
    }
  }
}
