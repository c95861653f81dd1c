import { isMap, secret, type Value, type ValueMap, valueMap } from '@slipway/model'

/** The behaviour of a resource in memory, if it does not succeed at once. */
export interface Behaviour {
  /** Milliseconds that each call takes. */
  readonly takesMs?: number
  /** The message with which each change fails; nothing is made. */
  readonly fails?: string
  /** The message with which the call fails, although the thing was made or changed. */
  readonly failsHalfway?: string
  /** How many calls fail before they succeed. Default: all. */
  readonly times?: number
}

/** A test's statement about things outside, see `given`. */
export interface Given extends Behaviour {
  /** A type (`postgres/database`, of resources or of data), the name of a resource, or a function of a plugin (`net::subnet`). */
  readonly of: string
  readonly values: ValueMap
}

/** The exports of another instance in a test; see `given.reference`. */
export interface GivenReference {
  /** The name of the instance, as the reference has it: `db`, or `app/network` for a child. */
  readonly reference: string
  /** The project of the instance, as the reference has it. Absent: any project. */
  readonly project: string | undefined
  readonly values: ValueMap
}

export interface ReferenceOptions<Name extends string = string> {
  /** The project that the reference names, if several references have the same name. */
  readonly project?: string
  /** The exports that are secret. */
  readonly secrets?: readonly Name[]
}

/**
 * Sets the answers and behaviour of a provider in memory: `given('postgres/database', { oid: '1' })`. Missing values are invented.
 * @param of a type, the name of a resource, or a function of a plugin, whose answer is under `result`
 * @param values by name; for resources, the computed properties
 * @throws TypeError for anything that is not a value
 */
export function given(of: string, values: object = {}, behaviour: Behaviour = {}): Given {
  if (typeof of !== 'string' || of === '')
    throw new TypeError('given() takes a type, such as postgres/database, or the name of a resource')
  const copied = valueFrom(values, `the values given for ${of}`, 0)
  if (!isMap(copied)) throw new TypeError(`the values given for ${of} are not an object with values by name`)
  return { ...behaviour, of, values: copied }
}

/** The type of a value without the literals that `stack` infers: `port: 5432` is a number. */
export type Widened<T> = T extends string
  ? string
  : T extends number
    ? number
    : T extends boolean
      ? boolean
      : T extends object
        ? { readonly [Name in keyof T]: Widened<T[Name]> }
        : T

/**
 * Sets what a reference to another instance finds: `given.reference('db', { host: 'db.local' })` for `s.reference('db')`, or for a data source
 * `core/exports` of a blueprint. `given.reference<StackExports<typeof import('./db.stack.ts')>>(…)` checks the names and types.
 *
 * @param instance its name, as the reference has it
 * @param exports by name; only what is read needs a value
 * @throws TypeError for anything that is not a value
 */
given.reference = function reference<Exports extends object = Readonly<Record<string, unknown>>>(
  instance: string,
  exports: Partial<Widened<Exports>>,
  { project, secrets = [] }: ReferenceOptions<keyof Exports & string> = {},
): GivenReference {
  if (typeof instance !== 'string' || instance === '')
    throw new TypeError("given.reference() takes the name of an instance: given.reference('db', { host: 'db.local' })")
  const { values } = given(instance, exports)
  const hidden: readonly string[] = secrets
  const marked = Object.entries(values).map(
    ([name, value]) => [name, hidden.includes(name) ? secret(value) : value] as const,
  )
  return { reference: instance, project, values: valueMap(marked) }
}

/** A deeper value almost certainly contains itself. */
const deepest = 100

function valueFrom(from: unknown, what: string, depth: number): Value {
  if (depth > deepest) throw new TypeError(`${what} is nested more than ${deepest} levels deep: does it hold itself?`)
  if (from === null || ['string', 'number', 'bigint', 'boolean'].includes(typeof from)) return from as Value
  if (Array.isArray(from)) return from.map((item) => valueFrom(item, what, depth + 1))
  if (typeof from !== 'object') throw new TypeError(`${what} is a ${typeof from}, which no resource can have`)
  const entries = Object.entries(from).filter(([, value]) => value !== undefined)
  return valueMap(entries.map(([name, value]) => [name, valueFrom(value, `${name} of ${what}`, depth + 1)] as const))
}
