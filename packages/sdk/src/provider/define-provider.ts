import type { $ZodObject } from 'zod/v4/core'
import {
  Failure,
  type CallControl,
  type ComputedValues,
  type DefinitionRequest,
  type DeployRequest,
  type DestroyRequest,
  type DiffRequest,
  type ExternalStateRequest,
  type FetchRequest,
  type FunctionAnswer,
  type FunctionCallRequest,
  type LinkProvider,
  type PluginDiagnostic,
  type Provider,
  type ProviderContext,
  type ProviderDefinition,
  type ResourceDiff,
  type RetryPolicy,
  type StabilisedRequest,
  type StabilisedResult,
  PluginFailure,
  type ListedThings,
  type ListRequest,
  type UpgradeRequest,
  type ValidateResourceRequest,
  type ValueMap,
} from '@slipway/model'
import type { Surroundings } from '../calls/call.ts'
import type { DataSourceType } from './define-data-source.ts'
import type { ProviderFunction } from './define-function.ts'
import type { VariableType } from './define-variable-type.ts'
import type { LinkDefinition } from '../links/define-link.ts'
import type { ResourceType } from './define-resource.ts'
import { byName, defined, requireSameConfig } from '../plugin/by-name.ts'
import { badInput, isBadInput } from '../errors.ts'
import { guarded } from '../calls/guarded.ts'
import { requireAlikeScopes } from './identity.ts'
import { stderrSink, type LogSink } from '../calls/log.ts'
import { requirePluginId } from '../plugin/plugin-id.ts'
import { ProvidedLinks } from './provided-links.ts'
import { settingsOf, type Settings } from '../plugin/settings.ts'

export interface ProviderOptions {
  /** `slipway/local`, or `registry.example.com/acme/cloud`. */
  readonly id: string
  /** Semantic version of the plugin. */
  readonly version: string
  /** The first part of its types: `local` for `local/file`. Default: the last part of the id. */
  readonly namespace?: string
  /** The name for readers. */
  readonly displayName?: string
  readonly description?: string
  /** The provider's settings: a `z.object` of scalars. */
  readonly config?: $ZodObject
  readonly resources?: readonly ResourceType[]
  readonly dataSources?: readonly DataSourceType[]
  readonly functions?: readonly ProviderFunction[]
  readonly variableTypes?: readonly VariableType[]
  readonly links?: readonly LinkDefinition[]
  /** How often and when the engine tries again after `transient`. Default: the engine's. */
  readonly retryPolicy?: RetryPolicy
  /** Receives log lines. Default: standard error, which is the host's log of the plugin. */
  readonly log?: LogSink
}

/** A provider in this process, and its data for registration. */
export interface DefinedProvider extends Provider {
  readonly id: string
  readonly version: string
  readonly namespace: string
  readonly displayName: string
  readonly description: string
  readonly log: LogSink
  readonly links: LinkProvider
}

/** A provider from its parts. Throws a Failure when they do not fit together: that is a mistake of its author. */
export function defineProvider(options: ProviderOptions): DefinedProvider {
  return new ProviderOfParts(options)
}

class ProviderOfParts implements DefinedProvider {
  readonly id: string
  readonly version: string
  readonly namespace: string
  readonly displayName: string
  readonly description: string
  readonly log: LogSink
  readonly links: LinkProvider
  readonly #resources: ReadonlyMap<string, ResourceType>
  readonly #dataSources: ReadonlyMap<string, DataSourceType>
  readonly #functions: ReadonlyMap<string, ProviderFunction>
  readonly #variables: ReadonlyMap<string, VariableType>
  readonly #links: ReadonlyMap<string, LinkDefinition>
  readonly #settings: Settings
  readonly #retryPolicy: RetryPolicy | undefined

  constructor(options: ProviderOptions) {
    const { id, version, config, displayName = id, description = '', log = stderrSink } = options
    const { plugin } = requirePluginId(id)
    this.id = id
    this.version = version
    this.namespace = options.namespace ?? plugin
    this.displayName = displayName
    this.description = description
    this.log = log
    this.#resources = typesByName(options.resources ?? [], this.namespace, config)
    requireAlikeScopes(options.resources ?? [])
    this.#dataSources = typesByName(options.dataSources ?? [], this.namespace, config)
    this.#functions = functionsByName(options.functions ?? [], config)
    const variables = (options.variableTypes ?? []).map((one) => Object.assign({ config: undefined }, one))
    this.#variables = typesByName(variables, this.namespace, config)
    this.#links = linksByType(options.links ?? [], config)
    this.links = new ProvidedLinks((method, { type, context }, control, run) =>
      this.#guard(`provider.Link.${method}`, () => {
        const own = { config: context.config[this.namespace] ?? {}, variables: context.variables }
        return run(this.#known(this.#links, type, 'link type'), this.#around(own, control))
      }),
    )
    this.#settings = settingsOf(id, config)
    this.#retryPolicy = options.retryPolicy
  }

  define(request: DefinitionRequest): Promise<ProviderDefinition> {
    return this.#guard('provider.Define', () => ({
      pluginId: this.id,
      pluginVersion: this.version,
      namespace: this.namespace,
      config: this.#settings.definition(),
      ...(this.#retryPolicy !== undefined && { retryPolicy: this.#retryPolicy }),
      resourceTypeNames: [...this.#resources.keys()],
      dataSourceTypeNames: [...this.#dataSources.keys()],
      functionNames: [...this.#functions.keys()],
      linkTypeNames: [...this.#links.keys()],
      variableTypeNames: [...this.#variables.keys()],
      resourceTypes: defined(this.#resources, request.resourceTypes),
      dataSourceTypes: defined(this.#dataSources, request.dataSourceTypes),
      functions: defined(this.#functions, request.functions),
      linkTypes: defined(this.#links, request.linkTypes ?? []),
      variableTypes: defined(this.#variables, request.variableTypes ?? []),
    }))
  }

  validateResource(request: ValidateResourceRequest, control?: CallControl): Promise<readonly PluginDiagnostic[]> {
    return this.#guard('provider.Resource.CustomValidate', () =>
      this.#resource(request.type).validate(request, this.#around(request.context, control)),
    )
  }

  diff(request: DiffRequest, control?: CallControl): Promise<ResourceDiff> {
    return this.#guard('provider.Resource.Diff', () =>
      this.#resource(request.type).diff(request, this.#around(request.context, control)),
    )
  }

  upgrade(request: UpgradeRequest): Promise<ValueMap> {
    return this.#guard('provider.Resource.Upgrade', () => this.#resource(request.type).upgrade(request))
  }

  deploy(request: DeployRequest, control?: CallControl): Promise<ComputedValues> {
    const isCreate = request.current === undefined
    let isBegun = false
    const run = (): Promise<ComputedValues> => {
      const deploy = this.#resource(request.type).prepareDeploy(request, this.#around(request.context, control))
      isBegun = true
      return deploy()
    }
    return this.#guard('provider.Resource.Deploy', run, (thrown) => !isBegun || (isCreate && isBadInput(thrown)))
  }

  hasStabilised(request: StabilisedRequest, control?: CallControl): Promise<StabilisedResult> {
    return this.#guard('provider.Resource.HasStabilised', () =>
      this.#resource(request.type).stabilised(request, this.#around(request.context, control)),
    )
  }

  externalState(request: ExternalStateRequest, control?: CallControl): Promise<ValueMap | undefined> {
    return this.#guard('provider.Resource.GetExternalState', () =>
      this.#resource(request.type).read(request, this.#around(request.context, control)),
    )
  }

  list(request: ListRequest, control?: CallControl): Promise<ListedThings> {
    const method = 'provider.Resource.List'
    return this.#guard(method, async () => {
      const { type, context } = request
      const listed = await this.#resource(type).list(request, this.#around(context, control))
      if (listed !== undefined) return listed
      const details = { pluginId: this.id, method, pluginErrorCode: 'UNEXPECTED' } as const
      throw new PluginFailure('protocol/unimplemented', `${type} cannot be listed`, details)
    })
  }

  destroy(request: DestroyRequest, control?: CallControl): Promise<void> {
    return this.#guard('provider.Resource.Destroy', () =>
      this.#resource(request.type).destroy(request, this.#around(request.context, control)),
    )
  }

  validateDataSource(request: FetchRequest, control?: CallControl): Promise<readonly PluginDiagnostic[]> {
    return this.#guard('provider.DataSource.CustomValidate', () =>
      this.#dataSource(request.type).validate(request, this.#around(request.context, control)),
    )
  }

  fetch(request: FetchRequest, control?: CallControl): Promise<ValueMap> {
    return this.#guard('provider.DataSource.Fetch', () =>
      this.#dataSource(request.type).fetch(request, this.#around(request.context, control)),
    )
  }

  callFunction(request: FunctionCallRequest, control?: CallControl): Promise<FunctionAnswer> {
    return this.#guard('provider.Function.Call', () => {
      const called = this.#known(this.#functions, request.name, 'function')
      return called.call(request, this.#around(request.context, control))
    })
  }

  #resource(type: string): ResourceType {
    return this.#known(this.#resources, type, 'resource type')
  }

  #dataSource(type: string): DataSourceType {
    return this.#known(this.#dataSources, type, 'data source type')
  }

  #known<T>(items: ReadonlyMap<string, T>, name: string, kind: string): T {
    const item = items.get(name)
    if (item === undefined) throw badInput(`${this.id} has no ${kind} "${name}"`)
    return item
  }

  #around(context: ProviderContext, control: CallControl | undefined): Surroundings {
    return { sink: this.log, control, context, config: (given) => this.#settings.parse(given) }
  }

  #guard<T>(method: string, run: () => T | Promise<T>, hasMadeNothing?: (thrown: unknown) => boolean): Promise<T> {
    return guarded({ pluginId: this.id, method, log: this.log }, run, hasMadeNothing)
  }
}

interface Typed {
  readonly type: string
  readonly config: $ZodObject | undefined
}

function typesByName<T extends Typed>(
  types: readonly T[],
  namespace: string,
  config: $ZodObject | undefined,
): ReadonlyMap<string, T> {
  for (const { type, config: own } of types) {
    if (!type.startsWith(`${namespace}/`))
      throw new Failure(
        'sdk/outside-namespace',
        `"${type}" does not start with the provider's namespace "${namespace}/"`,
      )
    requireSameConfig(type, own, config)
  }
  return byName(types, ({ type }) => type)
}

function functionsByName(
  functions: readonly ProviderFunction[],
  config: $ZodObject | undefined,
): ReadonlyMap<string, ProviderFunction> {
  for (const called of functions) requireSameConfig(called.name, called.config, config)
  return byName(functions, ({ name }) => name)
}

/** A link may be between types of other providers. */
function linksByType(
  links: readonly LinkDefinition[],
  config: $ZodObject | undefined,
): ReadonlyMap<string, LinkDefinition> {
  for (const { type, config: own } of links) requireSameConfig(type, own, config)
  return byName(links, ({ type }) => type)
}
