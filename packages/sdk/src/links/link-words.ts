import { Failure, type LinkAnnotationDefinition, type LinkCardinality, type LinkEnd } from '@slipway/model'

/** Annotations of a link, in the metadata of one of its ends. */
export interface LinkAnnotation extends Omit<LinkAnnotationDefinition, 'name' | 'appliesTo'> {
  /** The end that carries it. */
  readonly on: LinkEnd
}

/** @throws Failure `sdk/bad-annotation` when one has `<resourceName>` more than once */
export function requireSoundAnnotations(type: string, annotations: Readonly<Record<string, LinkAnnotation>>): void {
  const wrong = Object.keys(annotations).find((name) => name.split('<resourceName>').length > 2)
  if (wrong === undefined) return
  throw new Failure('sdk/bad-annotation', `the annotation "${wrong}" of ${type} has <resourceName> more than once`, {
    hint: 'an annotation is about one other resource',
  })
}

/** Keyed as on the wire: the type of the end that carries the annotation, before its name. */
export function annotationsOf(
  types: Readonly<Record<LinkEnd, string>>,
  annotations: Readonly<Record<string, LinkAnnotation>>,
): Record<string, LinkAnnotationDefinition> {
  const definitions: Record<string, LinkAnnotationDefinition> = Object.create(null)
  for (const [name, { on, ...annotation }] of Object.entries(annotations))
    definitions[`${types[on]}::${name}`] = { ...annotation, name, appliesTo: on }
  return definitions
}

/** A missing bound means no limit. */
export function cardinalityOf(
  given: Readonly<Partial<Record<LinkEnd, Partial<LinkCardinality>>>> = {},
): Readonly<Record<LinkEnd, LinkCardinality>> {
  return { a: { min: 0, max: 0, ...given.a }, b: { min: 0, max: 0, ...given.b } }
}
