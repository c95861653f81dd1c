import {
  documentAt,
  type DocumentNode,
  type LinkCardinality,
  type LinkEnd,
  linkTypeOf,
  type LinkTypeDefinition,
} from '@slipway/model'
import { annotationsOf, cardinalityOf, type LinkAnnotation, requireSoundAnnotations } from '../links/link-words.ts'
import { type WrittenMap, writtenOf, type WrittenValue } from './blueprint-texts.ts'

export interface AbstractLinkOptions {
  /** The linking type and the linked type: a result of `defineAbstractResource`, or a name. At least one of them is abstract. */
  readonly a: string | { readonly type: string }
  readonly b: string | { readonly type: string }
  readonly description?: string
  /** Annotations of the link in the metadata of its ends; `<resourceName>` in a name stands for the other end's. */
  readonly annotations?: Readonly<Record<string, LinkAnnotation>>
  /** How many links of this type one resource may have, as `a` and as `b`. */
  readonly cardinality?: Readonly<Partial<Record<LinkEnd, Partial<LinkCardinality>>>>
}

/** One end of a link, in the form of the blueprint. */
export interface WrittenEnd {
  readonly name: string
  readonly resource: DocumentNode | undefined
}

/** A link type of abstract resources, ready for `defineTransformer`. */
export interface AbstractLinkType {
  /** `shops/shop::shops/road` */
  readonly type: string
  define(): LinkTypeDefinition
  /** The annotations of two ends for the link between them, with the defaults, by the names as declared. */
  annotations(a: WrittenEnd, b: WrittenEnd): WrittenMap
}

/**
 * A link between types of which at least one is abstract: its annotations, and the number of links allowed. The engine checks blueprints
 * against it before they are transformed; the replacements of its ends decide what the link becomes.
 */
export function defineAbstractLink(options: AbstractLinkOptions): AbstractLinkType {
  const [a, b] = [typeNameOf(options.a), typeNameOf(options.b)]
  const type = linkTypeOf(a, b)
  const { annotations = {}, description } = options
  requireSoundAnnotations(type, annotations)
  return {
    type,
    define: () => ({
      type,
      ...(description !== undefined && { description }),
      kind: 'soft',
      annotations: annotationsOf({ a, b }, annotations),
      cardinality: cardinalityOf(options.cardinality),
      provides: [],
      requires: [],
    }),
    annotations(endA, endB) {
      const given = Object.entries(annotations).map(([name, { on, default: fallback = null }]) => {
        const [carrier, other] = on === 'a' ? [endA, endB] : [endB, endA]
        return [name, saidBy(carrier, name.replace('<resourceName>', other.name)) ?? fallback] as const
      })
      return Object.fromEntries(given)
    },
  }
}

function saidBy({ resource }: WrittenEnd, name: string): WrittenValue {
  const node = documentAt(documentAt(documentAt(resource, 'metadata'), 'annotations'), name)
  return node === undefined ? undefined : writtenOf(node)
}

function typeNameOf(end: string | { readonly type: string }): string {
  return typeof end === 'string' ? end : end.type
}
