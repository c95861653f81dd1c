import { spellingsOf } from './spellings.ts'
import { isList, isMap, revealed, Secret, type Value } from '../value.ts'

/** Hiding shorter texts would turn ordinary words into holes. */
const shortest = 4
/** In another case, in hexadecimal, or in the middle of base64, shorter texts appear by chance. */
const shortestOther = 8
/** A line of a longer secret, such as a key in PEM, is a secret by itself. Shorter lines are ordinary words. */
const shortestLine = 8

/** The texts in every secret of a value, as they are and as JSON, URLs, hexadecimal, base64 and line-wise logs write them, in upper and lower case. */
export function secretSpellings(value: Value): ReadonlySet<string> {
  const spellings = new Set<string>()
  for (const text of secretTexts(value)) for (const spelling of spellingsOfSecret(text)) spellings.add(spelling)
  return spellings
}

/** The texts in every secret of a value, as they are. */
export function secretTexts(value: Value): ReadonlySet<string> {
  const texts = new Set<string>()
  collectSecrets(value, texts)
  return texts
}

function collectSecrets(value: Value, texts: Set<string>): void {
  if (value instanceof Secret) collectTexts([revealed(value), ...value.parts], texts)
  else if (isList(value)) for (const item of value) collectSecrets(item, texts)
  else if (isMap(value)) for (const key in value) collectSecrets(value[key] as Value, texts)
}

function collectTexts(value: Value, texts: Set<string>): void {
  if (typeof value === 'string') texts.add(value)
  else if (isList(value)) for (const item of value) collectTexts(item, texts)
  else if (isMap(value)) for (const key in value) collectTexts(value[key] as Value, texts)
}

/** A secret text as `secretSpellings` writes it. */
export function spellingsOfSecret(text: string): readonly string[] {
  const { inAnyCase, hexadecimal, base64 } = spellingsOf(text)
  const whole = [...inAnyCase, Buffer.from(text, 'utf8').toString('base64')].filter((form) => form.length >= shortest)
  const others = [
    ...inAnyCase.flatMap((form) => [form.toLowerCase(), inUpperEscapes(form.toLowerCase())]),
    ...inAnyCase.flatMap((form) => [form.toUpperCase(), inLowerEscapes(form.toUpperCase()), inLowerEscapes(form)]),
    hexadecimal,
    hexadecimal.toUpperCase(),
    ...base64,
  ]
  const lines = text.includes('\n') ? text.split('\n').map((line) => line.trim()) : []
  return [
    ...whole,
    ...others.filter((form) => form.length >= shortestOther),
    ...lines.filter((line) => line.length >= shortestLine),
  ]
}

/** Some programs write the escapes of a URL in lower case, whatever the case of the letters around them. */
function inLowerEscapes(url: string): string {
  return url.replaceAll(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase())
}

function inUpperEscapes(url: string): string {
  return url.replaceAll(/%[0-9a-f]{2}/g, (escape) => escape.toUpperCase())
}
