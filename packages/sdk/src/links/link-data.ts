import {
  equalValues,
  type FieldChange,
  isMap,
  isUnknown,
  type LinkChanges,
  type Value,
  type ValueMap,
} from '@slipway/model'
import { toValueMap } from '../schema/to-value.ts'

/**
 * The changes from the recorded data of a link to its future data.
 * @param wanted absent: the data is unknown before the deployment
 */
export function linkDataChanges(
  recorded: ValueMap | undefined,
  wanted: object | undefined,
  place: string,
): LinkChanges {
  const found = new Found()
  if (wanted !== undefined) found.compare(recorded ?? {}, toValueMap(wanted, place), '')
  return found
}

class Found implements LinkChanges {
  readonly modified: FieldChange[] = []
  readonly added: FieldChange[] = []
  readonly removed: string[] = []
  readonly unchanged: string[] = []
  readonly knownOnDeploy: string[] = []

  compare(recorded: ValueMap, wanted: ValueMap, prefix: string): void {
    for (const [key, next] of Object.entries(wanted)) {
      this.#field(prefix + key, Object.hasOwn(recorded, key) ? recorded[key] : undefined, next)
    }
    // Fields that are absent come from the phases and are unknown before.
    for (const key of Object.keys(recorded)) if (!Object.hasOwn(wanted, key)) this.knownOnDeploy.push(prefix + key)
  }

  #none(path: string, previous: Value | undefined): void {
    if (previous !== undefined && previous !== null) this.removed.push(path)
  }

  #field(path: string, previous: Value | undefined, next: Value): void {
    if (isUnknown(next)) this.knownOnDeploy.push(path)
    else if (next === null) this.#none(path, previous)
    else if (isMap(next) && isMap(previous)) this.compare(previous, next, `${path}.`)
    else if (previous === undefined) this.added.push({ path, next })
    else if (equalValues(previous, next)) this.unchanged.push(path)
    else this.modified.push({ path, previous, next })
  }
}
