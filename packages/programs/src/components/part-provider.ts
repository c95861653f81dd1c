import {
  type CallControl,
  type ComputedValues,
  type DeployRequest,
  type DestroyRequest,
  type DiffRequest,
  type ExternalStateRequest,
  namespaceOf,
  type Provider,
  type ProviderDefinition,
  type ReplacedWithRequest,
  type ResourceDiff,
  type StabilisedResult,
  type ValueMap,
  typeOfPart,
} from '@slipway/model'
import type { ProgramCatalog } from '../providers/catalog.ts'

/** The provider of components' parts. It passes each part to the provider chosen by its component. */
export class PartProvider implements Provider {
  readonly #catalog: ProgramCatalog

  constructor(catalog: ProgramCatalog) {
    this.#catalog = catalog
  }

  define(): Promise<ProviderDefinition> {
    return Promise.reject(new TypeError('the definitions of parts need no plugin'))
  }

  validateResource(): Promise<[]> {
    return Promise.resolve([])
  }

  async diff(request: DiffRequest, control?: CallControl): Promise<ResourceDiff> {
    const [provider, own] = await this.#of(request)
    if (provider.diff === undefined) throw new TypeError(`${own.type} cannot be compared`)
    return await provider.diff(own, control)
  }

  async replacedWith(request: ReplacedWithRequest, control?: CallControl): Promise<readonly string[]> {
    const [provider, own] = await this.#of(request)
    return (await provider.replacedWith?.(own, control)) ?? []
  }

  async preview(request: DeployRequest, control?: CallControl): Promise<ComputedValues | undefined> {
    const [provider, own] = await this.#of(request)
    return await provider.preview?.(own, control)
  }

  async deploy(request: DeployRequest, control?: CallControl): Promise<ComputedValues> {
    const [provider, own] = await this.#of(request)
    return await provider.deploy(own, control)
  }

  hasStabilised(): Promise<StabilisedResult> {
    return Promise.resolve({ stabilised: true, computed: {} })
  }

  async externalState(request: ExternalStateRequest, control?: CallControl): Promise<ValueMap | undefined> {
    const [provider, own] = await this.#of(request)
    return await provider.externalState(own, control)
  }

  async destroy(request: DestroyRequest, control?: CallControl): Promise<void> {
    const [provider, own] = await this.#of(request)
    await provider.destroy(own, control)
  }

  fetch(): Promise<never> {
    return Promise.reject(new TypeError('components have no data sources'))
  }

  callFunction(): Promise<never> {
    return Promise.reject(new TypeError('components call functions without the engine'))
  }

  async #of<R extends { readonly type: string }>(request: R): Promise<readonly [Provider, R]> {
    const type = typeOfPart(request.type)
    return [await this.#catalog.provider(namespaceOf(type)), { ...request, type }]
  }
}
