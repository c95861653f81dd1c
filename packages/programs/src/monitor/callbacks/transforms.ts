import { dependenciesOfOutputs, monitor, withOutputValues } from '@slipway/protocol/pulumi'
import type { Callback, Callbacks } from './callbacks.ts'

type Registration = monitor.RegisterResourceRequest
type Options = NonNullable<monitor.TransformRequest['options']>

const { TransformInvokeRequest, TransformInvokeResponse, TransformRequest, TransformResponse } = monitor

/** Functions of the program that change requests before they are handled. */
export class Transforms {
  readonly #callbacks: Callbacks
  readonly #ofStack: Callback[] = []
  readonly #ofInvokes: Callback[] = []
  /** Transforms by resource URN; they also apply to children. */
  readonly #ofResources = new Map<string, readonly Callback[]>()
  readonly #parents = new Map<string, string>()

  constructor(callbacks: Callbacks) {
    this.#callbacks = callbacks
  }

  addForStack(callback: Callback): void {
    this.#ofStack.push(callback)
  }

  addForInvokes(callback: Callback): void {
    this.#ofInvokes.push(callback)
  }

  /** The registration after its own transforms, those of its parents from the inside out, and those of the stack. */
  async registration(request: Registration, urn: string, parent: string | undefined): Promise<Registration> {
    if (request.transforms.length > 0) this.#ofResources.set(urn, request.transforms)
    if (parent !== undefined) this.#parents.set(urn, parent)
    const callbacks = this.#around(urn)
    if (callbacks.length === 0) return request
    const hasOwn = request.transforms.length > 0
    let changed: Registration = { ...request, object: withOutputValues(request.object, hasOwn ? urnsOf(request) : {}) }
    // SDKs answer with secret marks, so convert to outputs again for the next transform.
    for (const callback of callbacks) {
      const { object } = changed
      changed = await this.#transformed({ ...changed, object: withOutputValues(object, {}) }, callback)
    }
    return withDependencies(changed, hasOwn)
  }

  async invoke(request: monitor.ResourceInvokeRequest): Promise<monitor.ResourceInvokeRequest> {
    let changed = request
    for (const callback of this.#ofInvokes) changed = await this.#transformedInvoke(changed, callback)
    return changed
  }

  async #transformedInvoke(
    request: monitor.ResourceInvokeRequest,
    callback: Callback,
  ): Promise<monitor.ResourceInvokeRequest> {
    const { tok: token, provider, version, pluginDownloadURL: pluginDownloadUrl } = request
    const about = { token, args: request.args, options: { provider, version, pluginDownloadUrl } }
    const what = `a transform of ${token} has failed`
    const asked = [TransformInvokeRequest, about] as const
    const { args, options } = await this.#callbacks.call(callback, asked, TransformInvokeResponse, what)
    return { ...request, args, ...withInvokeOptions(options) }
  }

  #around(urn: string): readonly Callback[] {
    const found: Callback[] = []
    for (let at: string | undefined = urn; at !== undefined; at = this.#parents.get(at))
      found.push(...(this.#ofResources.get(at) ?? []))
    return [...found, ...this.#ofStack]
  }

  async #transformed(request: Registration, callback: Callback): Promise<Registration> {
    const { type, name, custom, parent, object: properties } = request
    const about = { type, name, custom, parent, properties, options: optionsOf(request) }
    const what = `a transform of ${name} has failed`
    const answer = await this.#callbacks.call(callback, [TransformRequest, about], TransformResponse, what)
    return { ...request, object: answer.properties ?? request.object, ...withOptions(request, answer.options) }
  }
}

type PropertyDependencies = Registration['propertyDependencies']

function urnsOf({ propertyDependencies }: Registration) {
  return Object.fromEntries(Object.entries(propertyDependencies).map(([name, { urns }]) => [name, urns]))
}

/**
 * The dependencies of a resource after its transforms. Its own transforms have seen where each property came from, so only their result
 * counts; other transforms add to it.
 */
function withDependencies(request: Registration, hasOwn: boolean): Registration {
  const found = Object.entries(dependenciesOfOutputs(request.object))
  const before: PropertyDependencies = hasOwn ? {} : request.propertyDependencies
  const added = found.map(([name, urns]) => [name, { urns: [...new Set([...(before[name]?.urns ?? []), ...urns])] }])
  const propertyDependencies: PropertyDependencies = { ...before, ...Object.fromEntries(added) }
  const all = hasOwn ? found.flatMap(([, urns]) => urns) : []
  return { ...request, propertyDependencies, dependencies: [...new Set([...request.dependencies, ...all])] }
}

function withInvokeOptions(options: monitor.TransformInvokeResponse['options']) {
  if (options === undefined) return {}
  const { provider, version, pluginDownloadUrl } = options
  return { provider, version, pluginDownloadURL: pluginDownloadUrl }
}

function optionsOf(request: Registration): Options {
  return {
    dependsOn: request.dependencies,
    protect: request.protect,
    ignoreChanges: request.ignoreChanges,
    replaceOnChanges: request.replaceOnChanges,
    version: request.version,
    aliases: request.aliases,
    provider: request.provider,
    customTimeouts: request.customTimeouts,
    pluginDownloadUrl: request.pluginDownloadURL,
    retainOnDelete: request.retainOnDelete,
    deletedWith: request.deletedWith,
    deleteBeforeReplace: request.deleteBeforeReplaceDefined ? request.deleteBeforeReplace : undefined,
    additionalSecretOutputs: request.additionalSecretOutputs,
    providers: request.providers,
    hooks: request.hooks,
    import: request.importId,
    hideDiff: request.hideDiffs,
    replaceWith: request.replaceWith,
    replacementTrigger: request.replacementTrigger,
  }
}

function withOptions(request: Registration, options: monitor.TransformResponse['options']): Partial<Registration> {
  if (options === undefined) return {}
  return {
    dependencies: options.dependsOn,
    protect: options.protect,
    ignoreChanges: options.ignoreChanges,
    replaceOnChanges: options.replaceOnChanges,
    version: options.version,
    aliases: options.aliases,
    provider: options.provider,
    customTimeouts: options.customTimeouts,
    pluginDownloadURL: options.pluginDownloadUrl,
    retainOnDelete: options.retainOnDelete,
    deletedWith: options.deletedWith,
    deleteBeforeReplace: options.deleteBeforeReplace === true,
    deleteBeforeReplaceDefined: options.deleteBeforeReplace !== undefined,
    additionalSecretOutputs: options.additionalSecretOutputs,
    providers: request.custom ? request.providers : options.providers,
    hooks: options.hooks,
    importId: options.import,
    hideDiffs: options.hideDiff,
    replaceWith: options.replaceWith,
    replacementTrigger: options.replacementTrigger,
  }
}
