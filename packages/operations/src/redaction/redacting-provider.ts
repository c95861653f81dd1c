import {
  PluginFailure,
  type CallControl,
  type DefinitionRequest,
  type DeployRequest,
  type DestroyRequest,
  type ExternalStateRequest,
  type FetchRequest,
  type FunctionCallRequest,
  type Provider,
  type StabilisedRequest,
  type ValidateResourceRequest,
} from '@slipway/model'

/** A provider whose errors hold no secret: plugins like to quote what they were given, and errors are shown and recorded. */
export class RedactingProvider implements Provider {
  readonly #inner: Provider
  readonly #redact: (text: string) => string

  constructor(inner: Provider, redact: (text: string) => string) {
    this.#inner = inner
    this.#redact = redact
  }

  define(request: DefinitionRequest, control?: CallControl) {
    return this.#guard(this.#inner.define(request, control))
  }

  validateResource(request: ValidateResourceRequest, control?: CallControl) {
    return this.#guard(this.#inner.validateResource(request, control))
  }

  deploy(request: DeployRequest, control?: CallControl) {
    return this.#guard(this.#inner.deploy(request, control))
  }

  hasStabilised(request: StabilisedRequest, control?: CallControl) {
    return this.#guard(this.#inner.hasStabilised(request, control))
  }

  externalState(request: ExternalStateRequest, control?: CallControl) {
    return this.#guard(this.#inner.externalState(request, control))
  }

  destroy(request: DestroyRequest, control?: CallControl) {
    return this.#guard(this.#inner.destroy(request, control))
  }

  fetch(request: FetchRequest, control?: CallControl) {
    return this.#guard(this.#inner.fetch(request, control))
  }

  callFunction(request: FunctionCallRequest, control?: CallControl) {
    return this.#guard(this.#inner.callFunction(request, control))
  }

  async #guard<T>(call: Promise<T>): Promise<T> {
    try {
      return await call
    } catch (thrown) {
      throw thrown instanceof PluginFailure ? this.#clean(thrown) : thrown
    }
  }

  #clean(failure: PluginFailure): PluginFailure {
    const { message, hint, details, reasons } = failure
    return failure.reworded({
      message: this.#redact(message),
      reasons: reasons.map(this.#redact),
      details: details.map(this.#redact),
      ...(hint === undefined ? {} : { hint: this.#redact(hint) }),
    })
  }
}
