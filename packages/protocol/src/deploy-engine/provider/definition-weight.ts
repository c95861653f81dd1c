/** Bytes, about, that all that one plugin says of itself in one command may take: some fifty thousand properties with their words. */
export const maxDefinitionWeight = 16 * 1024 * 1024

/** Bytes that a part of a definition takes in memory, about: a plugin may say very much in very few bytes of the wire. */
export function weightOf(said: unknown): number {
  if (typeof said === 'string') return said.length
  if (typeof said !== 'object' || said === null) return 0
  if (Array.isArray(said)) return said.reduce((sum: number, item) => sum + listItem + weightOf(item), 0)
  let weight = 0
  for (const [name, member] of Object.entries(said)) weight += mapEntry + name.length + weightOf(member)
  return weight
}

const listItem = 16
const mapEntry = 64
