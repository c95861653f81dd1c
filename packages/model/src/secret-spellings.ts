import { isList, isMap, revealed, Secret, type Value } from './value.ts'

/** Shorter ones would turn ordinary words into holes. */
const shortest = 4
/** A line of a longer secret, such as a key in PEM, is one by itself; shorter lines are ordinary words. */
const shortestLine = 8

/** The texts in every secret of a value, as they are and as JSON, URLs, base64 and line-wise logs write them. */
export function secretSpellings(value: Value): ReadonlySet<string> {
  const spellings = new Set<string>()
  collectSecrets(value, spellings)
  return spellings
}

function collectSecrets(value: Value, spellings: Set<string>): void {
  if (value instanceof Secret) collectTexts([revealed(value), ...value.parts], spellings)
  else if (isList(value)) for (const item of value) collectSecrets(item, spellings)
  else if (isMap(value)) for (const key in value) collectSecrets(value[key] as Value, spellings)
}

function collectTexts(value: Value, spellings: Set<string>): void {
  if (typeof value === 'string') for (const spelling of spellingsOf(value)) spellings.add(spelling)
  else if (isList(value)) for (const item of value) collectTexts(item, spellings)
  else if (isMap(value)) for (const key in value) collectTexts(value[key] as Value, spellings)
}

function spellingsOf(text: string): readonly string[] {
  const whole = [
    text,
    JSON.stringify(text).slice(1, -1),
    // Half a surrogate pair cannot be in a URL.
    encodeURIComponent(text.toWellFormed()),
    Buffer.from(text, 'utf8').toString('base64'),
  ].filter((form) => form.length >= shortest)
  const lines = text.includes('\n') ? text.split('\n').map((line) => line.trim()) : []
  return [...whole, ...lines.filter((line) => line.length >= shortestLine)]
}
