/** As `codec.ts` begins a sealed text. In a user's own text the quotes are escaped. */
export const sealedMark = '{"$secret":"'

/** Ids of the keys that texts in an encoded record are sealed with. */
export function keysIn(body: string): readonly string[] {
  return Array.from(body.matchAll(/\{"\$secret":"[12]:([A-Za-z0-9_-]{1,200}):/g), ([, key = '']) => key)
}
