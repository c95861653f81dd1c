import type { $ZodObject } from 'zod/v4/core'
import {
  Failure,
  formatPluginId,
  messageOf,
  parsePluginId,
  PluginFailure,
  type CallControl,
  type PluginErrorCode,
  type Provider,
  type ProviderContext,
  type RetryPolicy,
} from '@slipway/model'
import type { Surroundings } from './call.ts'
import type { DataSourceType } from './define-data-source.ts'
import type { ProviderFunction } from './define-function.ts'
import type { ResourceType } from './define-resource.ts'
import { badInput, CallError, reasonsOf } from './errors.ts'
import { stderrSink, type LogSink } from './log.ts'
import { settingsOf } from './settings.ts'

export interface ProviderOptions {
  /** `slipway/local`, or `registry.example.com/acme/cloud`. */
  readonly id: string
  /** Semantic version of the plugin. */
  readonly version: string
  /** The first part of its types: `local` for `local/file`. Default: the last part of the id. */
  readonly namespace?: string
  /** For people. */
  readonly displayName?: string
  readonly description?: string
  /** The provider's settings: a `z.object` of scalars. */
  readonly config?: $ZodObject
  readonly resources?: readonly ResourceType[]
  readonly dataSources?: readonly DataSourceType[]
  readonly functions?: readonly ProviderFunction[]
  /** How often and when the engine tries again after `transient`. Default: the engine's. */
  readonly retryPolicy?: RetryPolicy
  /** Where log lines go. Default: standard error, which is the host's log of the plugin. */
  readonly log?: LogSink
}

/** A provider in this process, and what registration says of it. */
export interface DefinedProvider extends Provider {
  readonly id: string
  readonly version: string
  readonly namespace: string
  readonly displayName: string
  readonly description: string
  readonly log: LogSink
}

/** A provider from its parts. Throws a Failure when they do not fit together: that is a mistake of its author. */
export function defineProvider(options: ProviderOptions): DefinedProvider {
  const { id, version, config, retryPolicy, log = stderrSink } = options
  const parsedId = parsePluginId(id)
  if (parsedId === undefined) throw new Failure('sdk/bad-plugin-id', `"${id}" is not a plugin id`)
  const namespace = options.namespace ?? parsedId.plugin
  const resources = typesByName(options.resources ?? [], namespace, config)
  const dataSources = typesByName(options.dataSources ?? [], namespace, config)
  const functions = byName(options.functions ?? [], ({ name }) => name)
  const settings = settingsOf(id, config)
  const around = (context: ProviderContext, control: CallControl | undefined): Surroundings => ({
    sink: log,
    control,
    context,
    config: (given) => settings.parse(given),
  })
  const known = <T>(items: ReadonlyMap<string, T>, name: string, kind: string): T => {
    const item = items.get(name)
    if (item === undefined) throw badInput(`${id} has no ${kind} "${name}"`)
    return item
  }
  const resource = (type: string) => known(resources, type, 'resource type')
  /** Runs the plugin's own code; whatever it throws becomes a PluginFailure, and is logged when it was not expected. */
  async function guard<T>(method: string, run: () => Promise<T>): Promise<T> {
    try {
      return await run()
    } catch (thrown) {
      if (!(thrown instanceof CallError)) log('error', `${method}: ${stackOf(thrown)}`)
      throw failureOf(thrown, id, method)
    }
  }

  return {
    id: formatPluginId(parsedId),
    version,
    namespace,
    displayName: options.displayName ?? id,
    description: options.description ?? '',
    log,
    define: (request) =>
      guard('provider.Define', async () => ({
        pluginId: id,
        pluginVersion: version,
        namespace,
        config: settings.definition(),
        ...(retryPolicy !== undefined && { retryPolicy }),
        resourceTypeNames: [...resources.keys()],
        dataSourceTypeNames: [...dataSources.keys()],
        functionNames: [...functions.keys()],
        resourceTypes: defined(resources, request.resourceTypes),
        dataSourceTypes: defined(dataSources, request.dataSourceTypes),
        functions: defined(functions, request.functions),
      })),
    validateResource: (request, control) =>
      guard('provider.Resource.CustomValidate', async () =>
        resource(request.type).validate(request, around(request.context, control)),
      ),
    deploy: (request, control) =>
      guard('provider.Resource.Deploy', async () =>
        resource(request.type).deploy(request, around(request.context, control)),
      ),
    hasStabilised: (request, control) =>
      guard('provider.Resource.HasStabilised', async () =>
        resource(request.type).stabilised(request, around(request.context, control)),
      ),
    externalState: (request, control) =>
      guard('provider.Resource.GetExternalState', async () =>
        resource(request.type).read(request, around(request.context, control)),
      ),
    destroy: (request, control) =>
      guard('provider.Resource.Destroy', async () =>
        resource(request.type).destroy(request, around(request.context, control)),
      ),
    fetch: (request, control) =>
      guard('provider.DataSource.Fetch', async () =>
        known(dataSources, request.type, 'data source type').fetch(request, around(request.context, control)),
      ),
    callFunction: (request, control) =>
      guard('provider.Function.Call', async () =>
        known(functions, request.name, 'function').call(request, around(request.context, control)),
      ),
  }
}

const failureCodes: Readonly<Record<PluginErrorCode, string>> = {
  UNEXPECTED: 'sdk/unexpected',
  TRANSIENT: 'sdk/transient',
  BAD_INPUT: 'sdk/bad-input',
}

function failureOf(thrown: unknown, pluginId: string, method: string): PluginFailure {
  if (thrown instanceof PluginFailure) return thrown
  const pluginErrorCode = thrown instanceof CallError ? thrown.pluginErrorCode : 'UNEXPECTED'
  return new PluginFailure(failureCodes[pluginErrorCode], messageOf(thrown), {
    pluginId,
    method,
    pluginErrorCode,
    reasons: reasonsOf(thrown),
    cause: thrown,
  })
}

function stackOf(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
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
    if (own !== undefined && own !== config)
      throw new Failure('sdk/other-config', `"${type}" has another config than its provider`)
  }
  return byName(types, ({ type }) => type)
}

function byName<T>(items: readonly T[], nameOf: (item: T) => string): ReadonlyMap<string, T> {
  const named = new Map<string, T>()
  for (const item of items) {
    const name = nameOf(item)
    if (named.has(name)) throw new Failure('sdk/duplicate-name', `"${name}" is defined twice`)
    named.set(name, item)
  }
  return named
}

function defined<D>(items: ReadonlyMap<string, { define(): D }>, names: readonly string[]): Record<string, D> {
  const definitions: Record<string, D> = {}
  for (const name of names) {
    const item = items.get(name)
    if (item !== undefined) definitions[name] = item.define()
  }
  return definitions
}
