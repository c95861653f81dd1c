import type { Scalar } from '../value.ts'
import type { ScalarType } from './schema.ts'

/** One of the two resources of a link: `a` links to `b`. */
export type LinkEnd = 'a' | 'b'

/** What a provider says of the links from resources of one type to resources of another. */
export interface LinkTypeDefinition {
  /** `acme/function::acme/table` */
  readonly type: string
  readonly description?: string
  /** `hard`: one end must be there before the other is made. `soft`: in any order. */
  readonly kind: 'hard' | 'soft'
  /** The end that is made first. Absent: neither. */
  readonly priority?: LinkEnd
  /** What users may say of a link in the metadata of its ends, by `<resource type>::<name>`. */
  readonly annotations: Readonly<Record<string, LinkAnnotationDefinition>>
  readonly cardinality: Readonly<Record<LinkEnd, LinkCardinality>>
  /** True of an end once the link is made: links that require it there come later, and go earlier. */
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
  /** Which end may carry it. Absent: the one whose type stands in its key. */
  readonly appliesTo?: LinkEnd
}

/** How many links of its type a resource at one end may have. 0: no limit. */
export interface LinkCardinality {
  readonly min: number
  readonly max: number
}

export interface LinkCapability {
  readonly name: string
  /** Of which end it holds. */
  readonly end: LinkEnd
  /** Without another link that provides it, one that requires it makes no sense. */
  readonly mustExist?: boolean
}

/** `acme/function::acme/table` */
export function linkTypeOf(a: string, b: string): string {
  return `${a}::${b}`
}

/** The types of the two ends; `undefined` for what is no link type. */
export function endsOfLinkType(type: string): readonly [a: string, b: string] | undefined {
  const [a, b, ...more] = type.split('::')
  return a === undefined || a === '' || b === undefined || b === '' || more.length > 0 ? undefined : [a, b]
}
