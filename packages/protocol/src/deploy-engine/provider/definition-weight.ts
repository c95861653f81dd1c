/** The approximate limit for one plugin's definitions in one command, in bytes: some fifty thousand properties with their texts. */
export const maxDefinitionWeight = 16 * 1024 * 1024

/** The approximate memory of a part of a definition, in bytes: few bytes of the wire may hold very much. */
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
