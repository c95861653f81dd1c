/** A schema comes from a stranger. These functions read what has the right form, and skip the rest. */
export type Json = Readonly<Record<string, unknown>>

export function isMap(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function mapIn(map: Json, name: string): Json {
  const value = Object.hasOwn(map, name) ? map[name] : undefined
  return isMap(value) ? value : {}
}

/** The entries of a map whose values are maps. */
export function mapsIn(map: Json, name: string): readonly (readonly [string, Json])[] {
  return Object.entries(mapIn(map, name)).flatMap(([key, value]) => (isMap(value) ? [[key, value] as const] : []))
}

export function textIn(map: Json, name: string): string {
  const value = Object.hasOwn(map, name) ? map[name] : undefined
  return typeof value === 'string' ? value : ''
}

export function textsIn(map: Json, name: string): readonly string[] {
  return listIn(map, name).filter((value) => typeof value === 'string')
}

export function listIn(map: Json, name: string): readonly unknown[] {
  const value = Object.hasOwn(map, name) ? map[name] : undefined
  return Array.isArray(value) ? value : []
}

export function constantIn(map: Json, name: string): string | number | boolean | undefined {
  const value = Object.hasOwn(map, name) ? map[name] : undefined
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  return typeof value === 'string' || typeof value === 'boolean' ? value : undefined
}
