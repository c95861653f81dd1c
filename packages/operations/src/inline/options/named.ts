import type { Named } from '../inline-program.ts'

/** Returns the name of a resource, however it was given; undefined for anything else: programs need not be checked by a compiler. */
export function nameIn(named: unknown): string | undefined {
  const name = typeof named === 'object' && named !== null && 'name' in named ? named.name : named
  return typeof name === 'string' ? name : undefined
}

/** Takes one name for a list of one, as a blueprint does. */
export function listOfNames(given: Named | readonly Named[] | null | undefined): readonly Named[] {
  if (given === undefined || given === null) return []
  return isList(given) ? given : [given]
}

/** `Array.isArray` for lists that are only read. */
export function isList(given: unknown): given is readonly unknown[] {
  return Array.isArray(given)
}
