import type { $ZodObject, output } from 'zod/v4/core'
import {
  Failure,
  isMap,
  linkTypeOf,
  type LinkAction,
  type LinkCapability,
  type LinkCardinality,
  type LinkChanges,
  type LinkContext,
  type LinkEnd,
  type LinkIdentity,
  type LinkProvider,
  type LinkTypeDefinition,
  type LinkedResource,
  type PluginDiagnostic,
  type CurrentLink,
  type ResourceMetadata,
  revealed,
  type Scalar,
  type ValueMap,
} from '@slipway/model'
import { callOf, type Call, type Surroundings } from '../calls/call.ts'
import { linkDataChanges } from './link-data.ts'
import { annotationsOf, cardinalityOf, type LinkAnnotation, requireSoundAnnotations } from './link-words.ts'
import { toValueMap } from '../schema/to-value.ts'

/** A resource at an end of a link, in plain values. */
export interface LinkedEnd {
  readonly type: string
  readonly resourceId: string
  readonly resourceName: string
  /** The spec with its provider's computed properties. Before the deployment, unknown properties may be missing. */
  readonly spec: ValueMap
  readonly metadata: ResourceMetadata | undefined
}

/** A resource that the link has made for itself. */
export interface Intermediary {
  readonly resourceId: string
  readonly type: string
  readonly spec: ValueMap
}

/** About a link between two resources. */
export interface LinkCall<Config> extends Call<Config> {
  /** Minted by the engine, the same for every call about this link. */
  readonly linkId: string
  /** `orders::table` */
  readonly linkName: string
  readonly instanceId: string
  readonly instanceName: string
  readonly a: LinkedEnd
  readonly b: LinkedEnd
  /** The annotations of the ends for this link, with the defaults, by the name as declared. */
  readonly annotations: Readonly<Record<string, Scalar>>
  /** The results of the phases when the link was last created or changed. */
  readonly data: ValueMap
  readonly intermediaries: readonly Intermediary[]
}

/** One phase of creating, changing or removing a link. The same phase may come again. */
export interface LinkPhaseCall<Config> extends LinkCall<Config> {
  readonly action: LinkAction
  readonly changes: LinkChanges
}

/** The data that the link needs for its next calls, for users and for `link(…)` in blueprints. */
export type LinkData = Readonly<Record<string, unknown>> | undefined | void

export interface ValidateLinkCall<Config> extends Call<Config> {
  readonly a: Pick<LinkedEnd, 'type' | 'resourceName' | 'spec'>
  readonly b: Pick<LinkedEnd, 'type' | 'resourceName' | 'spec'>
  readonly annotations: Readonly<Record<string, Scalar>>
}

export interface LinkOptions<C extends $ZodObject> {
  /** The linking type and the linked type: a result of `defineResource`, or the name of another provider's type. */
  readonly a: string | { readonly type: string }
  readonly b: string | { readonly type: string }
  readonly description?: string
  /** The end that must exist before the other end is made. Left out: the order does not matter. */
  readonly first?: LinkEnd
  /** Annotations of the link in the metadata of its ends; `<resourceName>` in a name stands for the other end's. */
  readonly annotations?: Readonly<Record<string, LinkAnnotation>>
  /** How many links of this type one resource may have, as `a` and as `b`. */
  readonly cardinality?: Readonly<Partial<Record<LinkEnd, Partial<LinkCardinality>>>>
  /** Guarantees about an end once the link is made. Links that require them of that end are made later and removed earlier. */
  readonly provides?: readonly LinkCapability[]
  readonly requires?: readonly LinkCapability[]
  /** The provider's settings, when this link needs them: gives `call.config` its type. */
  readonly config?: C

  /** Checks beyond annotations and cardinality, before anything is deployed. */
  validate?(call: ValidateLinkCall<output<C>>): readonly PluginDiagnostic[] | Promise<readonly PluginDiagnostic[]>
  /**
   * The expected data of the link, shown in plans and compared with the present data. Missing fields are unknown until the phases have set
   * them; null means that there will be none.
   */
  plan?(call: LinkCall<output<C>>): LinkData | Promise<LinkData>
  /** Changes the one resource for the link, or takes that back when the action is `destroy`. */
  updateA?(call: LinkPhaseCall<output<C>>): LinkData | Promise<LinkData>
  updateB?(call: LinkPhaseCall<output<C>>): LinkData | Promise<LinkData>
  /** Creates, changes or removes the intermediaries between the two ends, and returns all that now exist. */
  updateIntermediaries?(
    call: LinkPhaseCall<output<C>>,
  ): IntermediariesAnswer | undefined | void | Promise<IntermediariesAnswer | undefined | void>
  /** The real intermediary resources, by id; an absent one is gone. Without this method, the engine trusts the record. */
  read?(call: LinkCall<output<C>>): Readonly<Record<string, object>> | Promise<Readonly<Record<string, object>>>
}

export interface IntermediariesAnswer {
  readonly resources: readonly { readonly resourceId: string; readonly type: string; readonly spec: object }[]
  readonly data?: object
}

/** A link type, ready for `defineProvider`. */
export interface LinkDefinition extends LinkProviderOf {
  readonly type: string
  readonly config: $ZodObject | undefined
  define(): LinkTypeDefinition
}

/** A provider's calls for links, each with the surroundings that the provider gives to its parts. */
type LinkProviderOf = {
  [Key in keyof LinkProvider]: (
    request: Parameters<LinkProvider[Key]>[0],
    around: Surroundings,
  ) => ReturnType<LinkProvider[Key]>
}

/** A link between two types: its changes at both ends, and the intermediaries between them. */
export function defineLink<C extends $ZodObject = $ZodObject<{}>>(options: LinkOptions<C>): LinkDefinition {
  const [typeA, typeB] = [typeNameOf(options.a), typeNameOf(options.b)]
  const type = linkTypeOf(typeA, typeB)
  requireEnds(type, options)
  const callAbout = (request: About, around: Surroundings): LinkCall<output<C>> => linkCall(options, request, around)
  return {
    type,
    config: options.config,
    define: () => definitionOf(type, { a: typeA, b: typeB }, options),
    async validate(request, around) {
      const { a, b, annotations } = request
      const given: Record<string, Scalar> = Object.create(null)
      for (const [key, { name, default: fallback = null }] of Object.entries(
        annotationsOf({ a: typeA, b: typeB }, options.annotations ?? {}),
      ))
        given[name] = scalarOf(annotations[key]) ?? fallback
      const call = callOf<output<C>>(`${type} ${a.resourceName}::${b.resourceName}`, around)
      const ends = { a: { ...a, spec: plain(a.spec) }, b: { ...b, spec: plain(b.spec) } }
      return (await options.validate?.(Object.assign(call, { ...ends, annotations: given }))) ?? []
    },
    async stage(request, around) {
      const wanted = await options.plan?.(callAbout(request, around))
      return linkDataChanges(request.current?.data, wanted ?? undefined, `the data of ${type}`)
    },
    async updateResource(request, around) {
      const { end, resource, other, action, changes } = request
      const ends = end === 'a' ? { a: resource, b: other } : { a: other, b: resource }
      const call = Object.assign(callAbout({ ...request, ...ends }, around), { action, changes })
      const data = await (end === 'a' ? options.updateA?.(call) : options.updateB?.(call))
      return { data: dataOf(data, type), mappings: {} }
    },
    async updateIntermediaries(request, around) {
      const { action, changes } = request
      const call = Object.assign(callAbout(request, around), { action, changes })
      const answer = (await options.updateIntermediaries?.(call)) ?? { resources: [] }
      return {
        data: dataOf(answer.data, type),
        mappings: {},
        intermediaries: answer.resources.map(({ resourceId, type: made, spec }) => ({
          resourceId,
          type: made,
          status: 'created',
          spec: toValueMap(spec, `the intermediary ${resourceId} of ${type}`),
        })),
      }
    },
    async intermediaryStates(request, around) {
      // With no answer, the engine takes all intermediaries for what was recorded.
      if (options.read === undefined) return {}
      const { intermediaries } = request.current
      const found = await options.read(callAbout(request, around))
      return Object.fromEntries(
        intermediaries.map(({ resourceId }) => {
          const state = Object.hasOwn(found, resourceId) ? found[resourceId] : undefined
          return [resourceId, state && toValueMap(state, `the intermediary ${resourceId} of ${type}`)]
        }),
      )
    },
  }
}

function typeNameOf(end: string | { readonly type: string }): string {
  return typeof end === 'string' ? end : end.type
}

function requireEnds<C extends $ZodObject>(type: string, options: LinkOptions<C>): void {
  const { annotations = {} } = options
  if (!('updateA' in options || 'updateB' in options || 'updateIntermediaries' in options))
    throw new Failure('sdk/idle-link', `the link ${type} does nothing`, {
      hint: 'give it updateA, updateB or updateIntermediaries',
    })
  requireSoundAnnotations(type, annotations)
}

function definitionOf<C extends $ZodObject>(
  type: string,
  types: Readonly<Record<LinkEnd, string>>,
  options: LinkOptions<C>,
): LinkTypeDefinition {
  const { description, first, cardinality, provides = [], requires = [] } = options
  return {
    type,
    ...(description !== undefined && { description }),
    kind: first === undefined ? 'soft' : 'hard',
    ...(first !== undefined && { priority: first }),
    annotations: annotationsOf(types, options.annotations ?? {}),
    cardinality: cardinalityOf(cardinality),
    provides,
    requires,
  }
}

interface About extends LinkIdentity {
  readonly a: LinkedResource
  readonly b: LinkedResource
  readonly current?: CurrentLink
  readonly context: LinkContext
}

function linkCall<C extends $ZodObject>(
  { annotations = {} }: LinkOptions<C>,
  { type, linkId, linkName, instanceId, instanceName, a, b, current }: About,
  around: Surroundings,
): LinkCall<output<C>> {
  const given: Record<string, Scalar> = Object.create(null)
  for (const [name, { on, default: fallback = null }] of Object.entries(annotations)) {
    const [carrier, other] = on === 'a' ? [a, b] : [b, a]
    const written = name.replace('<resourceName>', other.resourceName)
    given[name] = scalarOf(carrier.metadata?.annotations?.[written]) ?? fallback
  }
  return Object.assign(callOf<output<C>>(`${type} ${linkName}`, around, linkId), {
    linkId,
    linkName,
    instanceId,
    instanceName,
    a: endOf(a),
    b: endOf(b),
    annotations: given,
    data: plain(current?.data ?? {}),
    intermediaries: (current?.intermediaries ?? []).map(({ resourceId, type: made, spec }) => ({
      resourceId,
      type: made,
      spec: plain(spec),
    })),
  })
}

function endOf({ type, resourceId, resourceName, spec, current, metadata }: LinkedResource): LinkedEnd {
  return { type, resourceId, resourceName, spec: plain({ ...current?.spec, ...spec }), metadata }
}

function plain(map: ValueMap): ValueMap {
  const value = revealed(map)
  return isMap(value) ? value : {}
}

function scalarOf(value: unknown): Scalar | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'number':
    case 'bigint':
      return value
    default:
      return undefined
  }
}

function dataOf(data: object | undefined | void, type: string): ValueMap {
  return data === undefined ? {} : toValueMap(data, `the data of ${type}`)
}
