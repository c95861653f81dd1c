import { isList, isMap, Secret, type Value } from '../value.ts'

/** Shorter texts turn up in others by chance: what hides them all hides nothing, and tells the secret. */
const shortest = 8
/** Of one text; whatever comes after them is only known as the whole. */
const mostParts = 1000
/** Longer texts are not searched for what was put into them. */
const mostSearched = 65_536

/** The secret parts of a text that was put together of some values; for a secret that knows its own parts, only these. */
export function secretParts(from: readonly Value[]): readonly string[] {
  const parts = new Set<string>()
  collectParts(from, parts)
  return [...parts]
}

/** The same of what a function has made: as far as it contains what it was given. */
export function secretPartsIn(result: string, from: readonly Value[]): readonly string[] {
  return result.length > mostSearched ? [] : secretParts(from).filter((part) => result.includes(part))
}

function collectParts(value: Value, parts: Set<string>): void {
  if (parts.size >= mostParts) return
  if (value instanceof Secret) {
    const own = typeof value.value === 'string' ? [value.value] : []
    for (const part of value.parts.length > 0 ? value.parts : own)
      if (part.length >= shortest && parts.size < mostParts) parts.add(part)
  } else if (isList(value)) for (const item of value) collectParts(item, parts)
  else if (isMap(value)) for (const key in value) collectParts(value[key] ?? null, parts)
}
