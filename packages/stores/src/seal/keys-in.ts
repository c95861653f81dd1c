/** The beginning of a sealed text, as `codec.ts` writes it. In a user's own text the quotes are escaped. */
export const sealedMark = '{"$secret":"'

/** Ids of the keys with which texts in an encoded record are sealed. */
export function keysIn(body: string): readonly string[] {
  return Array.from(body.matchAll(/\{"\$secret":"[12]:([A-Za-z0-9_-]{1,200}):/g), ([, key = '']) => key)
}
