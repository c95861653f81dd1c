import type { Init } from '@slipway/protocol'
import type { CallRequest, CallResponse, ConstructRequest, monitor } from '@slipway/protocol/pulumi'
import { toldOf } from './told-of.ts'
import { type Deployment, deploymentInfo } from '../deployment.ts'
import type { ProgramProviders } from './providers-of-program.ts'

/** A registration whose inputs may be given directly. */
export type ComponentRequest = Omit<monitor.RegisterResourceRequest, 'object'> & Pick<Init<ConstructRequest>, 'inputs'>

/** A method call whose arguments may be given directly. */
export type MethodRequest = Omit<monitor.ResourceCallRequest, 'args'> & Pick<Init<CallRequest>, 'args'>

/** Components that a plugin makes, and methods of resources. The plugin calls the services of this run like the program does. */
export class RemoteComponents {
  readonly #deployment: Deployment
  readonly #providers: ProgramProviders
  /** The address of the services for plugins. */
  address = ''

  constructor(deployment: Deployment, providers: ProgramProviders) {
    this.#deployment = deployment
    this.#providers = providers
  }

  /** Makes a component; `undefined` if its plugin is not configured yet. */
  async construct(
    request: ComponentRequest,
    parent: string | undefined,
  ): Promise<Pick<monitor.RegisterResourceResponse, 'urn' | 'object' | 'propertyDependencies'> | undefined> {
    const { type, name, inputs, propertyDependencies, deleteBeforeReplace, deleteBeforeReplaceDefined } = request
    const plugin = await this.#plugin(type, request)
    // A plugin that is not configured yet can make nothing. Only the component's existence is known.
    if (!plugin.isConfigured) return undefined
    const asked = {
      ...this.#about(),
      type,
      name,
      parent: parent ?? '',
      inputs,
      inputDependencies: propertyDependencies,
      protect: request.protect,
      providers: request.providers,
      dependencies: request.dependencies,
      additionalSecretOutputs: request.additionalSecretOutputs,
      customTimeouts: request.customTimeouts,
      deletedWith: request.deletedWith,
      deleteBeforeReplace: deleteBeforeReplaceDefined ? deleteBeforeReplace : undefined,
      ignoreChanges: request.ignoreChanges,
      replaceOnChanges: request.replaceOnChanges,
      retainOnDelete: request.retainOnDelete,
      resourceHooks: request.hooks,
      replaceWith: request.replaceWith,
      aliases: request.aliases,
      replacementTrigger: request.replacementTrigger,
    }
    const { urn, state, stateDependencies } = await plugin.construct(asked, this.#control())
    return { urn, object: state, propertyDependencies: stateDependencies }
  }

  /** Calls a method of a component, another resource, or a provider; `undefined` if its plugin is not configured yet. */
  async call(request: MethodRequest): Promise<CallResponse | undefined> {
    const { tok, args, argDependencies } = request
    const plugin = await this.#plugin(tok, request)
    if (!plugin.isConfigured) return undefined
    const asked = { ...this.#about(), tok, args, argDependencies }
    return await plugin.callMethod(asked, this.#control()).catch((error: unknown) => {
      throw toldOf('call', tok, error)
    })
  }

  async #plugin(type: string, named: Parameters<ProgramProviders['of']>[1]) {
    const reference = await this.#providers.of(type, named)
    return await this.#deployment.catalog.connections.of(reference, this.#providers.extensionOf(named))
  }

  #control() {
    const { signal } = this.#deployment
    return signal === undefined ? {} : { control: { signal } }
  }

  #about() {
    return { ...deploymentInfo(this.#deployment), monitorEndpoint: this.address, acceptsOutputValues: true }
  }
}
