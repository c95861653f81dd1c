import type { PropertySchema } from '@slipway/model'

/**
 * The problems of a value in the shape that was most likely meant, if several shapes are possible. It is either the only possible shape, or the only
 * one whose fixed values the value has. `undefined` if this is unclear.
 */
export function meantShape<P extends { readonly code: string }>(
  near: readonly (readonly P[])[],
): readonly P[] | undefined {
  if (near.length === 1) return near[0]
  const named = near.filter((problems) => problems.every(({ code }) => code !== 'blueprint/not-allowed'))
  return named.length === 1 ? named[0] : undefined
}

/** The shape in words, as a user could write it: `{ kind: "a", port: … }`. */
export function shapeWords({ type, attributes = {}, required = [] }: PropertySchema): string {
  if (type === 'array') return 'a list'
  if (type !== 'object') return type === 'map' ? 'a map' : `a value of the type ${type}`
  const members = required.map((name) => {
    const { allowedValues = [] } = attributes[name] ?? {}
    return `${name}: ${allowedValues.length === 1 ? JSON.stringify(allowedValues[0]) : '…'}`
  })
  return members.length === 0 ? 'a map' : `{ ${members.join(', ')} }`
}
