import { type Value, valueMap } from '@slipway/model'
import { type CodedReference, formatPath, type PathStep } from '@slipway/engine'
import { aOrAn } from '@slipway/source'
import { Later, type Listener, listenerOf, referencesOf, type Resolved, resolvedOf } from './later.ts'

/** A copy of a value from a program, independent of later changes to its objects. */
export type Captured =
  | { readonly kind: 'known'; readonly value: Value }
  | { readonly kind: 'output'; readonly output: Later }
  | { readonly kind: 'list'; readonly items: readonly Captured[] }
  | { readonly kind: 'map'; readonly entries: readonly (readonly [string, Captured])[] }

/** The greatest depth of a value. A deeper value almost certainly contains itself. */
const deepest = 200

/** A value that no resource can have. */
class Unfit extends TypeError {}

/**
 * Copies a value from a program.
 *
 * @param root the name of the whole value in messages
 * @throws TypeError for a value that no resource can have, with its path
 */
export function capture(given: unknown, root: string): Captured {
  try {
    return copyOf(given, root, [])
  } catch (thrown) {
    // The deeper the value, the more of our own calls would hide the line of the program.
    if (thrown instanceof Unfit) Error.captureStackTrace(thrown, capture)
    throw thrown
  }
}

function copyOf(given: unknown, root: string, path: readonly (string | number)[]): Captured {
  if (path.length > deepest) throw new Unfit(`${root} is nested more than ${deepest} levels deep: does it hold itself?`)
  if (given instanceof Later) return { kind: 'output', output: given }
  const where = (): string => (path.length === 0 ? root : `${formatPath('', path)} of ${root}`)
  refuseWhole(given, where)
  if (Array.isArray(given))
    return { kind: 'list', items: given.map((item, index) => copyOf(item ?? null, root, [...path, index])) }
  if (isPlainObject(given)) {
    const entries = Object.entries(given).filter(([, value]) => value !== undefined)
    return { kind: 'map', entries: entries.map(([key, value]) => [key, copyOf(value, root, [...path, key])] as const) }
  }
  return { kind: 'known', value: scalarOf(given, where) }
}

/**
 * Returns the value, which must be known already.
 *
 * @throws TypeError for an output
 */
export function knownNow(captured: Captured, what: string): Value {
  switch (captured.kind) {
    case 'known':
      return captured.value
    case 'output':
      throw new TypeError(`${what} cannot be an output: it must be known before anything is created`)
    case 'list':
      return captured.items.map((item) => knownNow(item, what))
    case 'map':
      return valueMap(captured.entries.map(([key, item]) => [key, knownNow(item, `${key} of ${what}`)] as const))
  }
}

/** Returns the whole value, once every output in it is known. Fails if any output fails. */
export async function settled(captured: Captured): Promise<Resolved> {
  const found: Found = { needs: new Set(), refers: [] }
  return { value: await valueOf(captured, found, []), ...found }
}

/** The same, if the value is known already. */
export function settledAlready(captured: Captured): Resolved | undefined {
  return captured.kind === 'known' ? { value: captured.value, needs: nothing, refers: [] } : undefined
}

const nothing: ReadonlySet<string> = new Set()

interface Found {
  readonly needs: Set<string>
  readonly refers: CodedReference[]
}

async function valueOf(captured: Captured, found: Found, path: readonly PathStep[]): Promise<Value> {
  switch (captured.kind) {
    case 'known':
      return captured.value
    case 'output': {
      const resolved = await resolvedOf(captured.output)
      for (const name of resolved.needs) found.needs.add(name)
      for (const { path: below, names } of referencesOf(resolved))
        found.refers.push({ path: below.length === 0 ? path : [...path, ...below], names })
      return resolved.value
    }
    case 'list':
      return await Promise.all(captured.items.map((item, index) => valueOf(item, found, [...path, index])))
    case 'map':
      return valueMap(
        await Promise.all(
          captured.entries.map(async ([key, item]) => [key, await valueOf(item, found, [...path, key])] as const),
        ),
      )
  }
}

/** Returns the listener of the outputs in the value. */
export function listenerIn(captured: Captured): Listener | undefined {
  switch (captured.kind) {
    case 'known':
      return undefined
    case 'output':
      return listenerOf(captured.output)
    case 'list':
      return firstOf(captured.items)
    case 'map':
      return firstOf(captured.entries.map(([, item]) => item))
  }
}

function firstOf(items: readonly Captured[]): Listener | undefined {
  for (const item of items) {
    const listener = listenerIn(item)
    if (listener !== undefined) return listener
  }
  return undefined
}

export function isPlainObject(given: unknown): given is object {
  if (typeof given !== 'object' || given === null) return false
  const prototype: unknown = Object.getPrototypeOf(given)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

function scalarOf(given: unknown, where: () => string): Value {
  switch (typeof given) {
    case 'string':
    case 'boolean':
      return given
    case 'number':
      if (Number.isFinite(given)) return given
      throw new Unfit(`${where()} is ${given}, which is not a number that a resource can have`)
    case 'bigint':
      return Number.isSafeInteger(Number(given)) ? Number(given) : given
    case 'object':
      if (given === null) return null
      throw new Unfit(
        `${where()} is ${aOrAn(given.constructor.name)}: give text, numbers, true or false, lists and plain objects${adviceFor(given)}`,
      )
    default:
      throw new Unfit(
        `${where()} is ${given === undefined ? 'undefined' : aOrAn(typeof given)}, which no resource can have`,
      )
  }
}

function adviceFor(given: object): string {
  if (given instanceof Promise) return '; "await" it first'
  if (given instanceof Date) return '; .toISOString() turns it into text'
  if (given instanceof Map) return '; Object.fromEntries turns it into an object'
  return given instanceof Set ? '; spread it into a list' : ''
}

/** The target of the proxy for all fields of a resource, a data source or a child. It is not a value itself; only its fields are. */
export class AllFields {
  readonly areFields = true
}

/**
 * Refuses a resource, a data source or a child that is given where a value belongs.
 *
 * @param where names the place of the value
 * @param variable how the program may call it. Default: the name of the resource
 * @throws TypeError that says to give its fields
 */
export function refuseWhole(given: unknown, where: () => string, variable?: string): void {
  if (!hasAllFields(given)) return
  const name = 'name' in given && 'type' in given && typeof given.name === 'string' ? given.name : undefined
  const what = name === undefined ? 'an object of many fields' : `the resource ${name}`
  throw new Unfit(
    `${where()} is ${what}, which cannot be given whole: give its fields, such as ${variable ?? name ?? 'page'}.out.id`,
  )
}

/** True for a resource, a data source or a child, and for all its fields together. */
export function hasAllFields(given: unknown): given is object {
  if (typeof given !== 'object' || given === null) return false
  return given instanceof AllFields || ('out' in given && given.out instanceof AllFields)
}
