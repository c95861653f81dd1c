import type { Scalar } from '../value.ts'
import type { ScalarType } from './schema.ts'

/** One of the two resources of a link: `a` links to `b`. */
export type LinkEnd = 'a' | 'b'

/** A provider's definition of the links from one resource type to another. */
export interface LinkTypeDefinition {
  /** `acme/function::acme/table` */
  readonly type: string
  readonly description?: string
  /** `hard`: one end must exist before the other is made. `soft`: any order will do. */
  readonly kind: 'hard' | 'soft'
  /** The end that is made first, if the order matters. */
  readonly priority?: LinkEnd
  /** The annotations with which users configure a link in the metadata of its ends, by `<resource type>::<name>`. */
  readonly annotations: Readonly<Record<string, LinkAnnotationDefinition>>
  readonly cardinality: Readonly<Record<LinkEnd, LinkCardinality>>
  /** Capabilities of an end that the link provides. Links that require them are made later and destroyed earlier. */
  readonly provides: readonly LinkCapability[]
  readonly requires: readonly LinkCapability[]
}

export interface LinkAnnotationDefinition {
  /** `acme.table.access`; `<resourceName>` in it stands for the name of a linked resource: `acme.<resourceName>.access`. */
  readonly name: string
  readonly label?: string
  readonly type: ScalarType
  readonly description?: string
  readonly default?: Scalar
  readonly allowedValues?: readonly Scalar[]
  readonly required?: boolean
  /** The end that may carry it. If absent, it is the end with the type in its key. */
  readonly appliesTo?: LinkEnd
}

/** How many links of its type a resource at one end may have. 0: no limit. */
export interface LinkCardinality {
  readonly min: number
  readonly max: number
}

export interface LinkCapability {
  readonly name: string
  /** The end that has the capability. */
  readonly end: LinkEnd
  /** A link that requires it makes no sense unless another link provides it. */
  readonly mustExist?: boolean
}

/** `acme/function::acme/table` */
export function linkTypeOf(a: string, b: string): string {
  return `${a}::${b}`
}

/** The types of the two ends; `undefined` if the text is no link type. */
export function endsOfLinkType(type: string): readonly [a: string, b: string] | undefined {
  const [a, b, ...more] = type.split('::')
  return a === undefined || a === '' || b === undefined || b === '' || more.length > 0 ? undefined : [a, b]
}
