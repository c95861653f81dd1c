import { spellingsOf } from './spellings.ts'
import { isList, isMap, mapEntries, revealed, Secret, secret, type Value } from '../value.ts'

/** A line of a longer secret, such as a key in PEM, is a secret by itself. Shorter lines are ordinary words. */
const shortestLine = 8
/** Shorter texts appear in others by chance, so that they only count as whole words. */
const shortestPart = 4
/** Numbers with fewer digits are too often equal by chance. To hide a port 80 because a secret is 80 would only reveal the secret. */
const shortestNumber = 3

/** The secrets of a value. It finds them in other values, in any spelling. */
export class SecretTraces {
  /** Parts in lower case. */
  readonly #parts = new Set<string>()
  /** Base64 spellings, which are case-sensitive. */
  readonly #base64 = new Set<string>()
  /** Words in lower case that are too short for a part. */
  readonly #words = new Set<string>()

  constructor(value: Value) {
    this.#collect(value, false)
  }

  /** True if a text anywhere in the value contains a secret, as it is or as JSON, URLs, hexadecimal or base64 write it. */
  areIn(value: Value): boolean {
    if (this.#parts.size === 0 && this.#words.size === 0) return false
    if (typeof value === 'string') return this.#areInText(value)
    if (typeof value === 'number' || typeof value === 'bigint') return this.#isNumber(String(value))
    if (value instanceof Secret) return this.areIn(value.value)
    if (isList(value)) return value.some((item) => this.areIn(item))
    return isMap(value) && Object.entries(value).some(([key, item]) => this.#areInText(key) || this.areIn(item))
  }

  /** The value with every part that reveals a secret marked as secret. The rest stays public. */
  marked(value: Value): Value {
    if (!this.areIn(value)) return value
    if (isList(value)) return value.map((item) => this.marked(item))
    const isInKeys = isMap(value) && Object.keys(value).some((name) => this.areIn(name))
    return isMap(value) && !isInKeys ? mapEntries(value, (item) => this.marked(item)) : secret(value)
  }

  #isNumber(text: string): boolean {
    return text.length >= shortestNumber && (this.#parts.has(text) || this.#words.has(text))
  }

  #areInText(text: string): boolean {
    const lower = text.toLowerCase()
    for (const part of this.#parts) if (lower.includes(part)) return true
    for (const part of this.#base64) if (text.includes(part)) return true
    return this.#words.size > 0 && lower.split(/[^\p{L}\p{N}]+/u).some((word) => this.#words.has(word))
  }

  #collect(value: Value, isSecret: boolean): void {
    if (value instanceof Secret) this.#collect([revealed(value), ...value.parts], true)
    else if (isList(value)) for (const item of value) this.#collect(item, isSecret)
    else if (isMap(value)) for (const key in value) this.#collect(value[key] ?? null, isSecret)
    else if (!isSecret) return
    else if (typeof value === 'string') this.#add(value)
    else if (typeof value === 'number' || typeof value === 'bigint') this.#add(String(value))
  }

  #add(text: string): void {
    if (text === '') return
    const lines = text.split('\n').map((line) => line.trim())
    for (const each of new Set([text, ...lines.filter((line) => line.length >= shortestLine)])) this.#addOne(each)
  }

  #addOne(text: string): void {
    if (text.length < shortestPart) {
      this.#words.add(text.toLowerCase())
      return
    }
    const { inAnyCase, hexadecimal, base64 } = spellingsOf(text)
    for (const part of [...inAnyCase, hexadecimal]) this.#parts.add(part.toLowerCase())
    for (const part of base64) if (part.length >= shortestPart) this.#base64.add(part)
  }
}

/** Every secret in a value, each text once. */
export function secretsIn(...values: readonly Value[]): readonly Secret[] {
  const found = new Map<string, Secret>()
  const collect = (value: Value): void => {
    if (value instanceof Secret) found.set(keyOf(value), value)
    else if (isList(value)) value.forEach(collect)
    else if (isMap(value)) Object.values(value).forEach(collect)
  }
  values.forEach(collect)
  return [...found.values()]
}

function keyOf(value: Secret): string {
  return JSON.stringify(revealed(value), (_, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part))
}
