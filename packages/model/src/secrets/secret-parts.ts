import { isList, isMap, Secret, type Value } from '../value.ts'

/** Shorter texts appear in others by chance. Hiding them everywhere would reveal the secret. */
const shortest = 8
/** The most parts of one text. Further parts are only hidden as part of the whole text. */
const mostParts = 1000
/** Longer texts are not searched for parts. */
const mostSearched = 65_536

/** The secret parts of a text that was put together from some values. A secret with parts of its own counts only with these. */
export function secretParts(from: readonly Value[]): readonly string[] {
  const parts = new Set<string>()
  collectParts(from, parts)
  return [...parts]
}

/** The secret parts of a function's result: the secret arguments that it contains. */
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
