import type { $ZodObject, output } from 'zod/v4/core'
import {
  documentAt,
  type DocumentMap,
  type PluginDiagnostic,
  type PropertySchema,
  type ResourceTypeDefinition,
} from '@slipway/model'
import { callOf, type Call, type Surroundings } from '../calls/call.ts'
import type { Inputs } from '../schema/spec.ts'
import { specOf } from '../schema/spec.ts'
import {
  type Expression,
  nodeOf,
  type Written,
  type WrittenMap,
  writtenOf,
  type WrittenValue,
} from './blueprint-texts.ts'

/** A resource that replaces an abstract one, in the form of a blueprint. */
export interface MadeResource {
  readonly type: string
  readonly spec?: WrittenMap
  readonly description?: string | Expression
  readonly metadata?: WrittenMap
  readonly dependsOn?: readonly string[]
  readonly linkSelector?: { readonly byLabel: Readonly<Record<string, string>>; readonly exclude?: readonly string[] }
  readonly removalPolicy?: 'delete' | 'retain'
}

export interface Expansion {
  /** Keyed by name. Begin each name with the name of the abstract resource, so that the names are unique. */
  readonly resources: Readonly<Record<string, MadeResource>>
  /**
   * The replacements for references to the abstract resource, by property: `{ url: reference('resources', 'web_server', 'spec', 'url') }`.
   */
  readonly outputs?: Readonly<Record<string, WrittenValue>>
}

/** A resource to which another one links by its labels. */
export interface LinkedTo {
  readonly name: string
  readonly type: string
  /** The spec in the blueprint. */
  readonly spec: WrittenMap
  /** The annotations of both ends about the link between them, with the defaults, as `defineAbstractLink` declares them. */
  readonly annotations: WrittenMap
}

export interface ExpandCall<S extends $ZodObject, Config> extends Call<Config> {
  readonly name: string
  /** The spec with its defaults. Values from other resources are expressions. */
  readonly spec: { readonly [K in keyof Inputs<S>]: Written<Inputs<S>[K]> }
  readonly metadata: WrittenMap
  /** The resources that it selects by labels, and those that select it. */
  readonly linksTo: readonly LinkedTo[]
  readonly linkedFrom: readonly LinkedTo[]
}

export interface AbstractResourceOptions<S extends $ZodObject, C extends $ZodObject> {
  /** The name with its namespace: `shop/service`. */
  readonly type: string
  readonly label?: string
  readonly description?: string
  /** Blueprint fragments, each the text of one resource. */
  readonly examples?: readonly string[]
  /** The spec: a `z.object`. Fields that others may read are `computed`. */
  readonly schema: S
  /** The transformer's settings, when this type needs them. */
  readonly config?: C
  readonly canLinkTo?: readonly string[]
  readonly isCommonTerminal?: boolean
  /** Checks beyond the schema. */
  validate?(call: ExpandCall<S, output<C>>): readonly PluginDiagnostic[] | Promise<readonly PluginDiagnostic[]>
  /** Returns its replacement. The same inputs must give the same resources. */
  expand(call: ExpandCall<S, output<C>>): Expansion | Promise<Expansion>
}

/** The surroundings of one abstract resource. */
export interface ResourceAround {
  readonly name: string
  readonly resource: DocumentMap
  readonly linksTo: readonly LinkedTo[]
  readonly linkedFrom: readonly LinkedTo[]
}

/** An abstract resource type, ready for `defineTransformer`. */
export interface AbstractResourceType {
  readonly type: string
  readonly config: $ZodObject | undefined
  define(): ResourceTypeDefinition
  validate(about: ResourceAround, around: Surroundings): Promise<readonly PluginDiagnostic[]>
  expand(about: ResourceAround, around: Surroundings): Promise<Expansion>
}

/** A type of resource that is not made itself: a transformer makes other resources of it. */
export function defineAbstractResource<S extends $ZodObject, C extends $ZodObject = $ZodObject<{}>>(
  options: AbstractResourceOptions<S, C>,
): AbstractResourceType {
  const { type, description, examples, canLinkTo, isCommonTerminal } = options
  const spec = specOf(type, options.schema)
  const callFor = (about: ResourceAround, around: Surroundings): ExpandCall<S, output<C>> => {
    const given = writtenMap(documentAt(about.resource, 'spec'))
    const metadata = writtenMap(documentAt(about.resource, 'metadata'))
    const { name, linksTo, linkedFrom } = about
    const filled = withDefaults(spec.definition(), given) as ExpandCall<S, output<C>>['spec']
    return Object.assign(callOf<output<C>>(`${type} ${name}`, around), {
      name,
      spec: filled,
      metadata,
      linksTo,
      linkedFrom,
    })
  }
  return {
    type,
    config: options.config,
    define: () => ({
      type,
      label: options.label ?? type,
      ...(description !== undefined && { description }),
      schema: spec.definition(),
      destroyBeforeCreate: false,
      settlement: 'ask',
      stabilisedDependencies: [],
      ...(canLinkTo !== undefined && { canLinkTo }),
      ...(isCommonTerminal !== undefined && { isCommonTerminal }),
      ...(examples !== undefined && { examples }),
    }),
    validate: async (about, around) => (await options.validate?.(callFor(about, around))) ?? [],
    expand: async (about, around) => options.expand(callFor(about, around)),
  }
}

/** The map that a node is; empty for anything else. */
export function writtenMap(node: ReturnType<typeof nodeOf> | undefined): WrittenMap {
  return node?.kind === 'map' ? (writtenOf(node) as WrittenMap) : {}
}

/** Passes on the written lists and maps unchanged, because they know their places. */
function withDefaults({ attributes = {} }: PropertySchema, spec: WrittenMap): WrittenMap {
  const filled: Record<string, WrittenValue> = { ...spec }
  for (const [name, { default: fallback = null, nullable }] of Object.entries(attributes)) {
    if (nullable !== true && fallback !== null && (filled[name] ?? null) === null)
      filled[name] = fallback as WrittenValue
  }
  return filled
}
