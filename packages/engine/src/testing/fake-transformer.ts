import type {
  DocumentMap,
  PluginDiagnostic,
  Transformer,
  TransformerDefinition,
  TransformRequest,
} from '@slipway/model'

/** What a fake makes of a blueprint. */
export type Make = (blueprint: DocumentMap, request: TransformRequest) => DocumentMap

/** A transformer in process that remembers what it was given. */
export class FakeTransformer implements Transformer {
  readonly seen: TransformRequest[] = []
  readonly #definition: TransformerDefinition
  readonly #make: Make
  against: readonly PluginDiagnostic[] = []
  againstLinks: readonly PluginDiagnostic[] = []

  constructor(definition: TransformerDefinition, made: Make) {
    this.#definition = definition
    this.#make = made
  }

  async define(): Promise<TransformerDefinition> {
    return this.#definition
  }

  async validateResource(): Promise<readonly PluginDiagnostic[]> {
    return this.against
  }

  async validateLinks(): Promise<readonly PluginDiagnostic[]> {
    return this.againstLinks
  }

  async transform(request: TransformRequest) {
    this.seen.push(request)
    return { blueprint: this.#make(request.blueprint, request), diagnostics: [] }
  }
}
