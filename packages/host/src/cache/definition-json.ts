/** The key for integers beyond 2^53, which JSON cannot hold, in defaults and limits of a schema. */
const integerKey = '$integer'

export function toJson(definition: object): string {
  return JSON.stringify(definition, (_key, value: unknown) =>
    typeof value === 'bigint' ? { [integerKey]: String(value) } : value,
  )
}

/** The inverse of `toJson`. Objects have no prototype, as everywhere in the domain. Fails on text that is not JSON. */
export function fromJson(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const digits: unknown = Object.hasOwn(value, integerKey)
      ? Object.getOwnPropertyDescriptor(value, integerKey)?.value
      : undefined
    return typeof digits === 'string' ? BigInt(digits) : Object.setPrototypeOf(value, null)
  })
}
