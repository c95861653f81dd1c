import type {
  LinkAnnotationDefinition,
  LinkCapability,
  LinkCardinality,
  LinkEnd,
  LinkTypeDefinition,
} from '@slipway/model'

import { plainWords } from '../../../plain-words.ts'
import type { Init } from '../../../wire/codec/message.ts'
import { LinkKind, LinkPriorityResource, type LinkPriorityResourceInfo } from '../../gen/providerserverv1.ts'
import type {
  LinkAnnotationDefinition as WireAnnotation,
  LinkCapabilitiesInfo,
  LinkCapability as WireCapability,
  LinkCardinalityInfo,
  LinkItemCardinality,
} from '../../gen/sharedtypesv1.ts'
import { present } from '../present.ts'
import { scalarFromWire, scalarToWire, scalarTypeFromWire, scalarTypeToWire } from '../values/scalar.ts'

/**
 * Reads an end of a link. Capabilities and annotations use the same numbers for the end that they concern; 0 means neither end, or not
 * given.
 */
function endFromWire(number: number): LinkEnd | undefined {
  if (number === LinkPriorityResource.A) return 'a'
  return number === LinkPriorityResource.B ? 'b' : undefined
}

function endToWire(end: LinkEnd | undefined): number {
  if (end === undefined) return LinkPriorityResource.NONE
  return end === 'a' ? LinkPriorityResource.A : LinkPriorityResource.B
}

export function kindFromWire(kind: number | undefined): LinkTypeDefinition['kind'] {
  return kind === LinkKind.SOFT ? 'soft' : 'hard'
}

export function kindToWire(kind: LinkTypeDefinition['kind']): number {
  return kind === 'soft' ? LinkKind.SOFT : LinkKind.HARD
}

/** Reads which end takes priority. Some plugins name only the type, which is ambiguous when both ends have it. */
export function priorityFromWire(
  info: LinkPriorityResourceInfo | undefined,
  [a, b]: readonly [string, string],
): LinkEnd | undefined {
  const end = endFromWire(info?.priorityResource ?? 0)
  const type = info?.priorityResourceType?.type
  if (end !== undefined || a === b) return end
  if (type === a) return 'a'
  return type === b ? 'b' : undefined
}

export function priorityToWire(
  end: LinkEnd | undefined,
  [a, b]: readonly [string, string],
): Init<LinkPriorityResourceInfo> {
  return {
    priorityResource: endToWire(end),
    ...(end === undefined ? {} : { priorityResourceType: { type: end === 'a' ? a : b } }),
  }
}

export function annotationsFromWire(
  wire: Readonly<Record<string, WireAnnotation>>,
): Record<string, LinkAnnotationDefinition> {
  const definitions: Record<string, LinkAnnotationDefinition> = Object.create(null)
  for (const [key, annotation] of Object.entries(wire)) definitions[plainWords(key)] = annotationFromWire(annotation)
  return definitions
}

function annotationFromWire(wire: WireAnnotation): LinkAnnotationDefinition {
  const appliesTo = endFromWire(wire.appliesTo)
  return {
    name: plainWords(wire.name),
    type: scalarTypeFromWire(wire.type),
    ...present({
      label: plainWords(wire.label),
      description: plainWords(wire.description),
      allowedValues: wire.allowedValues.map(scalarFromWire),
      required: wire.required,
    }),
    ...(wire.defaultValue === undefined ? {} : { default: scalarFromWire(wire.defaultValue) }),
    ...(appliesTo === undefined ? {} : { appliesTo }),
  }
}

export function annotationsToWire(
  definitions: Readonly<Record<string, LinkAnnotationDefinition>>,
): Record<string, Init<WireAnnotation>> {
  const wire: Record<string, Init<WireAnnotation>> = Object.create(null)
  for (const [key, definition] of Object.entries(definitions)) {
    const { name, label, type, description, required, appliesTo, allowedValues = [] } = definition
    const given = definition.default
    wire[key] = {
      name,
      label,
      type: scalarTypeToWire(type),
      description,
      required,
      appliesTo: endToWire(appliesTo),
      defaultValue: given === undefined || given === null ? undefined : scalarToWire(given, type),
      allowedValues: allowedValues.filter((value) => value !== null).map((value) => scalarToWire(value, type)),
    }
  }
  return wire
}

export function cardinalityFromWire(info: LinkCardinalityInfo | undefined): Readonly<Record<LinkEnd, LinkCardinality>> {
  return { a: sideFromWire(info?.cardinalityA), b: sideFromWire(info?.cardinalityB) }
}

/** Reads the limits of one end. A negative number counts as no limit. */
function sideFromWire(side: LinkItemCardinality | undefined): LinkCardinality {
  return { min: Math.max(0, side?.min ?? 0), max: Math.max(0, side?.max ?? 0) }
}

export function capabilitiesFromWire(
  info: LinkCapabilitiesInfo | undefined,
): Pick<LinkTypeDefinition, 'provides' | 'requires'> {
  return {
    provides: (info?.provides ?? []).flatMap(capabilityFromWire),
    requires: (info?.requires ?? []).flatMap(capabilityFromWire),
  }
}

/** Reads a capability; one that belongs to neither end is dropped. */
function capabilityFromWire({ name, resource, mustExist }: WireCapability): LinkCapability[] {
  const end = endFromWire(resource)
  return end === undefined ? [] : [{ name: plainWords(name), end, ...present({ mustExist }) }]
}

export function capabilitiesToWire({
  provides,
  requires,
}: Pick<LinkTypeDefinition, 'provides' | 'requires'>): Init<LinkCapabilitiesInfo> {
  return { provides: provides.map(capabilityToWire), requires: requires.map(capabilityToWire) }
}

function capabilityToWire({ name, end, mustExist }: LinkCapability): Init<WireCapability> {
  return { name, resource: endToWire(end), mustExist }
}
