import type { $ZodObject } from 'zod/v4/core'
import {
  documentAt,
  type CallControl,
  type DocumentMap,
  endsOfLinkType,
  Failure,
  type LinkGraph,
  linkTypeOf,
  type PluginDiagnostic,
  type ProviderContext,
  type Transformed,
  type Transformer,
  type TransformerDefinition,
  type TransformerRequest,
  type TransformRequest,
  type ValidateAbstractRequest,
} from '@slipway/model'
import { byName, defined, requireSameConfig } from '../plugin/by-name.ts'
import { callOf, type Call, type Surroundings } from '../calls/call.ts'
import type { AbstractLinkType, WrittenEnd } from './define-abstract-link.ts'
import {
  type AbstractResourceType,
  type LinkedTo,
  type ResourceAround,
  writtenMap,
} from './define-abstract-resource.ts'
import { badInput } from '../errors.ts'
import { expandDocument } from './expand-document.ts'
import { guarded } from '../calls/guarded.ts'
import { stderrSink, type LogSink } from '../calls/log.ts'
import { requirePluginId } from '../plugin/plugin-id.ts'
import { type Settings, settingsOf } from '../plugin/settings.ts'

export interface TransformerOptions {
  /** `acme/shops`, or `registry.example.com/acme/shops`. */
  readonly id: string
  /** Semantic version of the plugin. */
  readonly version: string
  /** The name of this transform under `transform` in a blueprint: `shops-2026`. Change it when blueprints would give another result. */
  readonly transform: string
  /** The name for readers. */
  readonly displayName?: string
  readonly description?: string
  /** The transformer's settings: a `z.object` of scalars. */
  readonly config?: $ZodObject
  readonly resources: readonly AbstractResourceType[]
  /** The rules for links between abstract resources, and for their number. */
  readonly links?: readonly AbstractLinkType[]
  /** The problems of the links that labels make. */
  validateLinks?(graph: LinkGraph, call: Call): readonly PluginDiagnostic[] | Promise<readonly PluginDiagnostic[]>
  /** Changes the whole blueprint, once its abstract resources have been replaced. */
  finish?(blueprint: DocumentMap, call: Call): DocumentMap | Promise<DocumentMap>
  /** The target of log lines. Default: standard error, which is the host's log of the plugin. */
  readonly log?: LogSink
}

/** A transformer in this process, and its data for registration. */
export interface DefinedTransformer extends Transformer {
  readonly kind: 'transformer'
  readonly id: string
  readonly version: string
  readonly displayName: string
  readonly description: string
  readonly log: LogSink
}

/** A transformer from its parts. Throws a Failure when they do not fit together: that is a mistake of its author. */
export function defineTransformer(options: TransformerOptions): DefinedTransformer {
  return new TransformerOfParts(options)
}

class TransformerOfParts implements DefinedTransformer {
  readonly kind = 'transformer'
  readonly id: string
  readonly version: string
  readonly displayName: string
  readonly description: string
  readonly log: LogSink
  readonly #options: TransformerOptions
  readonly #types: ReadonlyMap<string, AbstractResourceType>
  readonly #links: ReadonlyMap<string, AbstractLinkType>
  readonly #settings: Settings

  constructor(options: TransformerOptions) {
    const { id, version, config, displayName = id, description = '', log = stderrSink, resources, links = [] } = options
    requirePluginId(id)
    this.id = id
    this.version = version
    this.displayName = displayName
    this.description = description
    this.log = log
    this.#options = options
    for (const resource of resources) requireSameConfig(resource.type, resource.config, config)
    this.#types = byName(resources, ({ type }) => type)
    this.#links = byName(links, ({ type }) => type)
    for (const { type } of links) this.#requireAbstract(type)
    this.#settings = settingsOf(id, config)
  }

  define({ abstractResourceTypes, abstractLinkTypes = [] }: TransformerRequest): Promise<TransformerDefinition> {
    return this.#guard('transformer.Define', () => ({
      pluginId: this.id,
      pluginVersion: this.version,
      transformName: this.#options.transform,
      config: this.#settings.definition(),
      abstractResourceTypeNames: [...this.#types.keys()],
      abstractResourceTypes: defined(this.#types, abstractResourceTypes),
      abstractLinkTypeNames: [...this.#links.keys()],
      abstractLinkTypes: defined(this.#links, abstractLinkTypes),
    }))
  }

  validateResource(request: ValidateAbstractRequest, control?: CallControl): Promise<readonly PluginDiagnostic[]> {
    return this.#guard('transformer.CustomValidateAbstractResource', () => {
      const { type, resourceName: name, resource, context } = request
      const found = this.#types.get(type)
      if (found === undefined) throw badInput(`${this.id} has no abstract resource type "${type}"`)
      return found.validate({ name, resource, linksTo: [], linkedFrom: [] }, this.#around(context, control))
    })
  }

  validateLinks({ graph, context }: TransformRequest, control?: CallControl): Promise<readonly PluginDiagnostic[]> {
    return this.#guard('transformer.ValidateLinks', async () => {
      const call = callOf(this.#options.transform, this.#around(context, control))
      return (await this.#options.validateLinks?.(graph, call)) ?? []
    })
  }

  transform(request: TransformRequest, control?: CallControl): Promise<Transformed> {
    return this.#guard('transformer.Transform', async () => {
      const around = this.#around(request.context, control)
      const expansions = new Map(
        await Promise.all(
          this.#abstract(request).map(async ([type, about]) => [about.name, await type.expand(about, around)] as const),
        ),
      )
      const { blueprint, diagnostics } = expandDocument(request.blueprint, expansions)
      const call = callOf(this.#options.transform, around)
      const finished = await this.#options.finish?.(blueprint, call)
      return { blueprint: finished ?? blueprint, diagnostics }
    })
  }

  #abstract({ blueprint, graph }: TransformRequest): readonly (readonly [AbstractResourceType, ResourceAround])[] {
    const resources = documentAt(blueprint, 'resources')
    const entries = resources?.kind === 'map' ? resources.entries : []
    const linked = (name: string, from: string, to: string): LinkedTo => {
      const resource = documentAt(resources, name)
      const [a, b] = [from, to].map((end) => ({ name: end, resource: documentAt(resources, end) })) as [
        WrittenEnd,
        WrittenEnd,
      ]
      const link = this.#links.get(linkTypeOf(typeOf(a.resource), typeOf(b.resource)))
      return {
        name,
        type: typeOf(resource),
        spec: writtenMap(documentAt(resource, 'spec')),
        annotations: link?.annotations(a, b) ?? {},
      }
    }
    return entries.flatMap(({ key: name, value: resource }) => {
      const type = this.#types.get(typeOf(resource))
      if (type === undefined || resource.kind !== 'map') return []
      const linksTo = graph.links.filter(({ from }) => from === name).map(({ to }) => linked(to, name, to))
      const linkedFrom = graph.links.filter(({ to }) => to === name).map(({ from }) => linked(from, from, name))
      return [[type, { name, resource, linksTo, linkedFrom }] as const]
    })
  }

  /** A link between two concrete types belongs to a provider. */
  #requireAbstract(type: string): void {
    if (endsOfLinkType(type)?.some((end) => this.#types.has(end)) === true) return
    throw new Failure('sdk/no-abstract-end', `neither end of the link ${type} is an abstract type of ${this.id}`, {
      hint: 'a link between other types belongs to a provider: defineLink',
    })
  }

  #around(context: ProviderContext, control: CallControl | undefined): Surroundings {
    return { sink: this.log, control, context, config: (given) => this.#settings.parse(given) }
  }

  #guard<T>(method: string, run: () => T | Promise<T>): Promise<T> {
    return guarded({ pluginId: this.id, method, log: this.log }, run)
  }
}

function typeOf(resource: ReturnType<typeof documentAt>): string {
  const type = documentAt(resource, 'type')
  return type?.kind === 'scalar' ? String(type.value) : ''
}
