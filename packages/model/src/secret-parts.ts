import { isList, isMap, Secret, type Value } from './value.ts'

/** Of one text; whatever comes after them is only known as the whole. */
const mostParts = 100

/** The secret texts in what a text is made of: with the text alone, nobody could tell them from the rest of it. */
export function secretParts(from: readonly Value[]): readonly string[] {
  const parts = new Set<string>()
  collectParts(from, parts)
  return [...parts]
}

function collectParts(value: Value, parts: Set<string>): void {
  if (parts.size >= mostParts) return
  if (value instanceof Secret) {
    if (typeof value.value === 'string') parts.add(value.value)
    for (const part of value.parts) if (parts.size < mostParts) parts.add(part)
  } else if (isList(value)) for (const item of value) collectParts(item, parts)
  else if (isMap(value)) for (const key in value) collectParts(value[key] ?? null, parts)
}
