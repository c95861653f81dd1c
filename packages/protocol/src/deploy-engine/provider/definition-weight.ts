/** The approximate limit for one plugin's definitions in one command, in bytes: some fifty thousand properties with their texts. */
export const maxDefinitionWeight = 16 * 1024 * 1024

/** Returns the approximate memory of a part of a definition, in bytes: a few bytes on the wire may take up much memory. */
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
