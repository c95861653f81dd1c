import { bareMap } from '@slipway/model'

/**
 * The lists and maps of messages that have none, shared by all: most messages have none, and hundreds of thousands of empty ones in one
 * answer took 120 MB. Maps have no prototype: a key such as __proto__ is a key like any other.
 */
export const noItems: never[] = Object.freeze([]) as never
export const noEntries: Record<string, never> = Object.freeze(bareMap<never>())

/** Returns the list with one more item. */
export function withItem<T>(list: T[], item: T): T[] {
  if (list.length === 0) return [item]
  list.push(item)
  return list
}

/** Returns a map to which entries can be added. */
export function ownMap<T>(map: Record<string, T>): Record<string, T> {
  return map === noEntries ? bareMap<T>() : map
}
