import type { Blueprint } from '../declarations.ts'

/** Fields that say where something stands, not what it is. */
const positions: ReadonlySet<string> = new Set(['origin', 'keyStarts', 'source', 'diagnostics'])

/** The meaning of a blueprint, whatever its form: positions and file are left out. Two that are deeply equal deploy alike. */
export function withoutPositions(blueprint: Blueprint): unknown {
  return stripped(blueprint)
}

function stripped(part: unknown): unknown {
  if (part instanceof Map) return [...part].map(([key, value]) => [key, stripped(value)])
  if (Array.isArray(part) || part instanceof Set) return Array.from(part, stripped)
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(
    Object.entries(part)
      .filter(([key]) => !positions.has(key))
      .map(([key, value]) => [key, stripped(value)]),
  )
}
