import { Secret, isList, isMap, type Value } from '@slipway/model'
import { limits } from '@slipway/source'
import type { Origin } from './expression.ts'
import { EvaluationFailure } from './failure.ts'

/**
 * The size of a value when it is written out. A few lines of a blueprint can double a value many times, and the copies share their memory
 * until some code walks through them.
 */
interface Extent {
  /** The characters of all texts and keys, plus a fixed cost for every scalar, list and map. */
  readonly size: number
  /** The depth of nested lists and maps. */
  readonly depth: number
}

/** The cost, in characters, of comparing, writing and sending any scalar, list or map, however small it is. */
export const nodeSize = 16

/** The memory, in bytes, for a part of a list or map, per character that {@link bounded} counts for it. */
export const bytesPerSize = 4

const scalar: Extent = { size: nodeSize, depth: 0 }

/** The size from which a value is remembered. Measuring smaller values again is faster than a lookup, and costs no memory. */
const smallSize = 64 * nodeSize

/** Sizes of large values, which are measured once. The parts of a list have been measured when they were made. */
const measured = new WeakMap<object, Extent>()

/**
 * Returns the value if it is not too large.
 *
 * @throws EvaluationFailure `blueprint/too-large`
 */
export function bounded<V extends Value>(value: V, origin: Origin): V {
  if (value === null || (typeof value !== 'object' && typeof value !== 'string')) return value
  const { size, depth } = extentOf(value)
  if (size > limits.characters) {
    const what = `this value would have more than ${limits.characters} characters, the limit for one value`
    throw tooLarge(`${what}; each part of a list or map counts as ${nodeSize}`, origin)
  }
  if (depth > limits.depth)
    throw tooLarge(`lists and maps are nested more than ${limits.depth} levels deep here`, origin)
  return value
}

/** The size in characters. Each part of a list or map counts as {@link nodeSize}. */
export function sizeOf(value: Value): number {
  return extentOf(value).size
}

/** The cost of a walk through a value, in steps of a budget: one step for each part, and one for each sixteen characters. */
export function stepsThrough(value: Value): number {
  return sizeOf(value) / nodeSize
}

function extentOf(value: Value): Extent {
  if (typeof value === 'string') return { size: value.length + nodeSize, depth: 0 }
  if (value instanceof Secret) return extentOf(value.value)
  if (!isList(value) && !isMap(value)) return scalar
  const known = measured.get(value)
  if (known !== undefined) return known
  let size = nodeSize
  let depth = 0
  const add = (part: Extent): void => {
    size += part.size
    depth = Math.max(depth, part.depth)
  }
  if (isList(value)) for (const item of value) add(extentOf(item))
  else {
    for (const key in value) {
      size += key.length
      add(extentOf(value[key] ?? null))
    }
  }
  const extent = { size, depth: depth + 1 }
  if (size >= smallSize) measured.set(value, extent)
  return extent
}

function tooLarge(what: string, origin: Origin): EvaluationFailure {
  const hint = 'the blueprint builds a value from itself, or from a large value, too often'
  return new EvaluationFailure('blueprint/too-large', origin, what, hint)
}
