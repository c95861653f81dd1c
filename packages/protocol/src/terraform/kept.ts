import { isMap, Secret, type Value, type ValueMap, valueMap } from '@slipway/model'

/**
 * The property of a record for everything that the provider must get back and the spec cannot hold: the state in the provider's own form,
 * private bytes, the identity. It does not belong to the resource itself.
 */
export const terraformName = '__terraform'

/** The content of the `__terraform` property. A provider keeps the entries that it does not know. */
export interface Kept {
  /**
   * The JSON text of a map from attributes whose exact value the spec does not hold to their JSON texts. These texts take precedence over
   * the spec. The whole is a secret, unless spec and schema contain no secret.
   */
  readonly state?: Value
  /** The provider's private bytes in base64. They are a secret, unless they hold only a version. */
  readonly private?: Value
  readonly identity?: Value
  readonly identityVersion?: Value
  /** The hash of the binary that has written the state. */
  readonly by?: Value
  /** True for a resource that exists and must be created again. */
  readonly tainted?: Value
  /** True for a resource of a state that is destroyed only after its successor is created. The blueprint's own setting takes precedence. */
  readonly createBeforeDestroy?: Value
  /** A map that an export of the state writes back. Providers do not change it. */
  readonly origin?: Value
}

export function keptOf(spec: ValueMap): Kept {
  const kept = spec[terraformName]
  const inside = kept instanceof Secret ? kept.value : kept
  return isMap(inside) ? valueMap(Object.entries(inside).map(([name, value]) => [name, plainly(name, value)])) : {}
}

/**
 * Entries that are never secret. A record may have sealed them nevertheless, since a new entry in a map with secrets counts as a secret.
 */
const neverSecret: ReadonlySet<string> = new Set<keyof Kept>([
  'identityVersion',
  'by',
  'tainted',
  'createBeforeDestroy',
])

function plainly(name: string, value: Value): Value {
  return value instanceof Secret && neverSecret.has(name) ? value.value : value
}

/** Returns the spec with another content of the `__terraform` property; entries that are `undefined` are left out. */
export function withKept(spec: ValueMap, kept: Kept): ValueMap {
  const entries = Object.entries(kept).filter((entry): entry is [string, Value] => entry[1] !== undefined)
  return valueMap([...Object.entries(spec), [terraformName, valueMap(entries)] as const])
}
