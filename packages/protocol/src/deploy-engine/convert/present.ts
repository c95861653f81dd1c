/** Returns the members with content. The wire cannot distinguish "not given" from empty, zero or false, so these are left out. */
export function present<T extends object>(members: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  const kept: { [Key in keyof T]?: Exclude<T[Key], undefined> } = {}
  for (const key in members) {
    const value = members[key]
    if (value !== undefined && !isEmpty(value)) kept[key] = value as Exclude<T[typeof key], undefined>
  }
  return kept
}

function isEmpty(value: unknown): boolean {
  if (value === '' || value === 0 || value === false) return true
  if (Array.isArray(value)) return value.length === 0
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}
