/**
 * The place of a sealed text. It is authenticated with the text, which opens nowhere else: not in another record, path, instance or state,
 * and not for another purpose.
 */
export interface Place extends Surroundings {
  /** The path in the record: keys of maps and positions in lists. */
  readonly path: Path
}

/** A place without its path. */
export interface Surroundings {
  readonly purpose: Purpose
  /** Id of the state; empty without one. */
  readonly state: string
  /** Name of the instance; empty for texts of the whole state. */
  readonly instance: string
  /** Kind and id of the record, never its name; for a plan the plan's id. */
  readonly record: string
}

/**
 * - `state`: values of records, in a state and in what `state export` writes of it.
 * - `mark`: what a state says of its sealed texts.
 * - `recipients`: the list of those who can open a state.
 * - `plan`: saved plans.
 * - `configuration`: secrets in the file of a stack.
 */
export type Purpose = 'state' | 'mark' | 'recipients' | 'plan' | 'configuration'

export type Path = readonly (string | number)[]

export function isSamePlace(a: Place, b: Place): boolean {
  return labelOf(a) === labelOf(b)
}

/** An unambiguous text for a place. */
export function labelOf({ purpose, state, instance, record, path }: Place): string {
  return JSON.stringify([purpose, state, instance, record, path])
}

/** `spec.token of resource 01ab in site` */
export function placeText({ instance, record, path }: Place): string {
  return [path.join('.'), record, instance]
    .filter((part) => part !== '')
    .map((part, index) => (index === 0 ? part : `${['', 'of', 'in'][index] ?? 'in'} ${part}`))
    .join(' ')
}
