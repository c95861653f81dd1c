import type { Scalar, Value } from '../value.ts'

export type PropertyType = 'string' | 'integer' | 'float' | 'boolean' | 'map' | 'object' | 'array' | 'union'

/** One property of a resource type's spec; the spec itself is a property of type `object`. */
export interface PropertySchema {
  readonly type: PropertyType
  readonly label?: string
  readonly description?: string
  /** The reason not to give it any more, and what to give instead. */
  readonly deprecated?: string
  /** An object's attributes, by name. */
  readonly attributes?: Readonly<Record<string, PropertySchema>>
  /** Names of an object's attributes that must be given. */
  readonly required?: readonly string[]
  /** The schema of an array's items. */
  readonly items?: PropertySchema
  /** The schema of a map's values. */
  readonly mapValues?: PropertySchema
  /** The alternatives of a union. If empty, any value is allowed. */
  readonly oneOf?: readonly PropertySchema[]
  readonly nullable?: boolean
  readonly default?: Value
  readonly examples?: readonly Value[]
  /** The provider fills it in; a blueprint may not give it. */
  readonly computed?: boolean
  /** The provider fills it in when the blueprint leaves it out. */
  readonly computedWhenOmitted?: boolean
  /** A reference to another resource in this property makes a link, if there is a link type between their types. */
  readonly activatesLinkOnReference?: boolean
  /** A change needs a new resource. */
  readonly mustRecreate?: boolean
  readonly sensitive?: boolean
  /** The value goes to the provider and nowhere else: it is in no record, no plan and no event. */
  readonly writeOnly?: boolean
  /** The value stays exactly as given: nothing is left out, converted or checked. */
  readonly asGiven?: boolean
  readonly ignoreDrift?: boolean
  readonly trackDrift?: boolean
  /** Its provider notes it for itself. It is recorded with the rest, and is no change for anybody. */
  readonly isNote?: true
  /** The loss outside if the property, or an item of it, is removed: `its data`. */
  readonly loses?: string
  /** The attribute by which an array of objects is sorted before it is compared, if its order does not matter. */
  readonly sortArrayByField?: string
  /** The order of an array's items means nothing: it is compared as a set. */
  readonly isSet?: true
  readonly allowedValues?: readonly Value[]
  readonly minimum?: Scalar
  readonly maximum?: Scalar
  readonly minLength?: number
  readonly maxLength?: number
  /** A regular expression. */
  readonly pattern?: string
}

export type ScalarType = 'string' | 'integer' | 'float' | 'boolean'
