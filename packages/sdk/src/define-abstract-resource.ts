import type { $ZodObject, output } from 'zod/v4/core'
import {
  documentAt,
  type DocumentMap,
  type PluginDiagnostic,
  type PropertySchema,
  type ResourceTypeDefinition,
} from '@slipway/model'
import { callOf, type Call, type Surroundings } from './call.ts'
import type { Inputs } from './schema/spec.ts'
import { specOf } from './schema/spec.ts'
import {
  type Expression,
  nodeOf,
  type Written,
  type WrittenMap,
  writtenOf,
  type WrittenValue,
} from './blueprint-texts.ts'

/** A resource that an abstract one is to be replaced by, as a blueprint has it. */
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
  /** By name. Put the name of the abstract resource in front, so that nothing else has it. */
  readonly resources: Readonly<Record<string, MadeResource>>
  /** What references to the abstract resource become, by property: `{ url: reference('resources', 'web_server', 'spec', 'url') }`. */
  readonly outputs?: Readonly<Record<string, WrittenValue>>
}

/** A resource that another one is linked to by its labels. */
export interface LinkedTo {
  readonly name: string
  readonly type: string
  /** As the blueprint has it. */
  readonly spec: WrittenMap
  /** What the two say of the link between them, with the defaults, as `defineAbstractLink` declares it. */
  readonly annotations: WrittenMap
}

export interface ExpandCall<S extends $ZodObject, Config> extends Call<Config> {
  readonly name: string
  /** With its defaults. Values from other resources stand there as expressions. */
  readonly spec: { readonly [K in keyof Inputs<S>]: Written<Inputs<S>[K]> }
  readonly metadata: WrittenMap
  /** What it selects by labels, and what selects it. */
  readonly linksTo: readonly LinkedTo[]
  readonly linkedFrom: readonly LinkedTo[]
}

export interface AbstractResourceOptions<S extends $ZodObject, C extends $ZodObject> {
  /** With a namespace: `shop/service`. */
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
  /** More checks than the schema can make. */
  validate?(call: ExpandCall<S, output<C>>): readonly PluginDiagnostic[] | Promise<readonly PluginDiagnostic[]>
  /** What it is replaced by. Same inputs, same resources. */
  expand(call: ExpandCall<S, output<C>>): Expansion | Promise<Expansion>
}

/** What surrounds one abstract resource. */
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

/** Lists and maps that were written are handed on as they are: they know their places. */
function withDefaults({ attributes = {} }: PropertySchema, spec: WrittenMap): WrittenMap {
  const filled: Record<string, WrittenValue> = { ...spec }
  for (const [name, { default: fallback = null, nullable }] of Object.entries(attributes)) {
    if (nullable !== true && fallback !== null && (filled[name] ?? null) === null)
      filled[name] = fallback as WrittenValue
  }
  return filled
}
