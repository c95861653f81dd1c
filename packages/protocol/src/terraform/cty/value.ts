import { bareMap } from '@slipway/model'
import { CtyNumber } from './number.ts'
import type { CtyType } from './type.ts'

/**
 * A value of a provider. Its type is known from the schema. Lists, sets and tuples are arrays, maps and objects are maps without a
 * prototype. The elements of a set have one order, `inSetOrder`, and no duplicates. An object has all its attributes; those without a value
 * are `null`. Sensitivity is not part of a value: it is kept separately, by paths.
 */
export type CtyValue = null | boolean | string | CtyNumber | CtyUnknown | CtyDynamic | readonly CtyValue[] | CtyMap

export interface CtyMap {
  readonly [key: string]: CtyValue
}

export interface MutableCtyMap {
  [key: string]: CtyValue
}

/** The known limits of an unknown value. */
export interface Refinements {
  /** False for a value that will not be null; absent when that is open. */
  readonly isNull?: boolean
  readonly prefix?: string
  readonly lower?: Bound
  readonly upper?: Bound
  readonly fewest?: number
  readonly most?: number
}

export interface Bound {
  readonly number: CtyNumber
  readonly inclusive: boolean
}

/** A value that becomes known only during the apply. */
export class CtyUnknown {
  readonly refinements: Refinements | undefined

  constructor(refinements?: Refinements) {
    this.refinements = refinements
  }
}

/** An unknown value without any refinement. */
export const unknown = new CtyUnknown()

/** A value in a place whose schema says `dynamic`. A null or unknown value has no such wrapper. */
export class CtyDynamic {
  readonly type: CtyType
  readonly value: CtyValue

  constructor(type: CtyType, value: CtyValue) {
    this.type = type
    this.value = value
  }
}

export function ctyMap(entries: Iterable<readonly [string, CtyValue]> = []): MutableCtyMap {
  const map = bareMap<CtyValue>()
  for (const [key, value] of entries) map[key] = value
  return map
}

export function isCtyList(value: CtyValue | undefined): value is readonly CtyValue[] {
  return Array.isArray(value)
}

export function isCtyMap(value: CtyValue | undefined): value is CtyMap {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof CtyNumber) &&
    !(value instanceof CtyUnknown) &&
    !(value instanceof CtyDynamic)
  )
}

export function isCtyUnknown(value: CtyValue | undefined): value is CtyUnknown {
  return value instanceof CtyUnknown
}

/** Whether the value and all its parts are known. */
export function isWhollyKnown(value: CtyValue): boolean {
  if (value instanceof CtyUnknown) return false
  if (value instanceof CtyDynamic) return isWhollyKnown(value.value)
  if (isCtyList(value)) return value.every(isWhollyKnown)
  if (!isCtyMap(value)) return true
  for (const key in value) if (!isWhollyKnown(value[key] as CtyValue)) return false
  return true
}

/** Compares values by content. All unknown values are equal, whatever their refinements. */
export function equalCty(a: CtyValue, b: CtyValue): boolean {
  if (a === b) return true
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return false
  if (a instanceof CtyNumber) return b instanceof CtyNumber && a.text === b.text
  if (a instanceof CtyUnknown) return b instanceof CtyUnknown
  if (a instanceof CtyDynamic) return b instanceof CtyDynamic && equalCty(a.value, b.value) && sortKey(a) === sortKey(b)
  if (isCtyList(a))
    return isCtyList(b) && a.length === b.length && a.every((item, index) => equalCty(item, b[index] as CtyValue))
  return isCtyMap(a) && isCtyMap(b) && equalMaps(a, b)
}

function equalMaps(a: CtyMap, b: CtyMap): boolean {
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => key in b && equalCty(a[key] as CtyValue, b[key] as CtyValue))
  )
}

/**
 * Returns the elements of a set in order and without duplicates: texts by their characters, numbers by size, everything else by a canonical
 * text. All unknown elements stay, since they may turn out to differ.
 */
export function inSetOrder(elements: readonly CtyValue[]): readonly CtyValue[] {
  if (elements.length < 2) return elements
  const keyed = elements.map((value) => ({ value, key: sortKey(value) }))
  keyed.sort((a, b) => bySize(a.value, b.value) || (a.key < b.key ? -1 : Number(a.key > b.key)))
  return keyed
    .filter(({ key, value }, index) => index === 0 || key !== keyed[index - 1]?.key || !isWhollyKnown(value))
    .map(({ value }) => value)
}

function bySize(a: CtyValue, b: CtyValue): number {
  return a instanceof CtyNumber && b instanceof CtyNumber ? Math.sign(a.approximate - b.approximate) || 0 : 0
}

/** Returns a text for sorting, which differs for different values. */
function sortKey(value: CtyValue): string {
  return typeof value === 'string' ? `s${value}` : JSON.stringify(sortable(value))
}

function sortable(value: CtyValue): unknown {
  if (value instanceof CtyNumber) return { number: value.text }
  if (value instanceof CtyUnknown) return { unknown: true }
  if (value instanceof CtyDynamic) return { type: JSON.stringify(value.type), value: sortable(value.value) }
  if (isCtyList(value)) return value.map(sortable)
  if (isCtyMap(value))
    return Object.keys(value)
      .sort()
      .map((key) => [key, sortable(value[key] as CtyValue)])
  return value
}
