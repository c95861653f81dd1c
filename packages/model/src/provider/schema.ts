import type { Scalar, Value } from '../value.ts'

export type PropertyType = 'string' | 'integer' | 'float' | 'boolean' | 'map' | 'object' | 'array' | 'union'

/** One property of a resource type's spec; the spec itself is a property of type `object`. */
export interface PropertySchema {
  readonly type: PropertyType
  readonly label?: string
  readonly description?: string
  /** Why it should not be given any more, and what to give instead. */
  readonly deprecated?: string
  /** Of an object, by name. */
  readonly attributes?: Readonly<Record<string, PropertySchema>>
  /** Names of an object's attributes that must be given. */
  readonly required?: readonly string[]
  /** Of an array. */
  readonly items?: PropertySchema
  /** Of a map. */
  readonly mapValues?: PropertySchema
  /** Of a union. None: any value at all. */
  readonly oneOf?: readonly PropertySchema[]
  readonly nullable?: boolean
  readonly default?: Value
  readonly examples?: readonly Value[]
  /** The provider fills it in; a blueprint may not give it. */
  readonly computed?: boolean
  /** The provider fills it in when the blueprint leaves it out. */
  readonly computedWhenOmitted?: boolean
  /** A reference to another resource here links to it, where there is a link between their types. */
  readonly activatesLinkOnReference?: boolean
  /** A change of it needs a new resource. */
  readonly mustRecreate?: boolean
  readonly sensitive?: boolean
  /** Goes through as it was given: nothing is left out of it, converted or checked. */
  readonly asGiven?: boolean
  readonly ignoreDrift?: boolean
  readonly trackDrift?: boolean
  /** What is lost outside when it, or an item of it, is removed: `its data`. */
  readonly loses?: string
  /** An array of objects whose order does not count: compared sorted by this attribute. */
  readonly sortArrayByField?: string
  readonly allowedValues?: readonly Value[]
  readonly minimum?: Scalar
  readonly maximum?: Scalar
  readonly minLength?: number
  readonly maxLength?: number
  /** A regular expression. */
  readonly pattern?: string
}

export type ScalarType = 'string' | 'integer' | 'float' | 'boolean'
