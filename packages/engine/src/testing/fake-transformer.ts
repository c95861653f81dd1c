import assert from 'node:assert/strict'
import type {
  DocumentMap,
  PluginDiagnostic,
  PropertySchema,
  Transformed,
  Transformer,
  TransformerDefinition,
  TransformerRequest,
  TransformRequest,
} from '@slipway/model'
import type { Unchecked } from '../check/unchecked.ts'
import type { CheckResult } from '../expand/check-blueprint.ts'
import type { ProviderCatalog, TransformerCatalog } from '../ports.ts'
import type { AttemptFailed } from '../providers/failures/attempt-failed-event.ts'
import { loadChildren } from '../expand/load-children.ts'
import { checkTransformed } from '../transform/check-transformed.ts'
import { blueprintOf, testProvider } from './definitions.ts'
import { FakeClock } from './fake-engine.ts'
import { childSourcesOf } from './files.ts'

const serviceSchema: PropertySchema = {
  type: 'object',
  required: ['port'],
  attributes: { port: { type: 'integer' }, host: { type: 'string' }, url: { type: 'string', computed: true } },
}

export function definitionOf(name: string, ...types: string[]): TransformerDefinition {
  const abstractResourceTypes = types.map((type) => ({
    type,
    label: type,
    schema: serviceSchema,
    destroyBeforeCreate: false,
    settlement: 'ask' as const,
    stabilisedDependencies: [],
  }))
  return {
    pluginId: `acme/${name}`,
    pluginVersion: '1.0.0',
    transformName: name,
    config: { fields: {}, allowAdditionalFields: true },
    abstractResourceTypeNames: types,
    abstractResourceTypes: Object.fromEntries(abstractResourceTypes.map((type) => [type.type, type])),
  }
}

export type Make = (blueprint: DocumentMap, request: TransformRequest) => DocumentMap

export class FakeTransformer implements Transformer {
  readonly seen: TransformRequest[] = []
  readonly seenLinks: string[] = []
  readonly #definition: TransformerDefinition
  readonly #make: Make
  readonly asked: TransformerRequest[] = []
  against: readonly PluginDiagnostic[] = []
  againstLinks: readonly PluginDiagnostic[] = []

  constructor(definition: TransformerDefinition, made: Make) {
    this.#definition = definition
    this.#make = made
  }

  async define(request?: TransformerRequest): Promise<TransformerDefinition> {
    if (request !== undefined) this.asked.push(request)
    return this.#definition
  }

  async validateResource(): Promise<readonly PluginDiagnostic[]> {
    return this.against
  }

  async validateLinks({ graph }: TransformRequest): Promise<readonly PluginDiagnostic[]> {
    this.seenLinks.push(...graph.links.map(({ from, to }) => `${from}::${to}`))
    return this.againstLinks
  }

  async transform(request: TransformRequest): Promise<Transformed> {
    this.seen.push(request)
    return { blueprint: this.#make(request.blueprint, request), diagnostics: [] }
  }
}

const providers: ProviderCatalog = {
  namespaces: () => ['test'],
  define: async (namespace) => (namespace === 'test' ? testProvider : undefined),
  provider: () => Promise.reject(new Error('nobody asks')),
  context: () => ({ config: {}, variables: {} }),
}

export function checkWith(text: string, ...transformers: FakeTransformer[]): Promise<CheckResult> {
  return checkAmong({}, text, ...transformers)
}

/** Checks a text that may include these files. */
export function checkAmong(
  files: Readonly<Record<string, string>>,
  text: string,
  ...transformers: FakeTransformer[]
): Promise<CheckResult> {
  return check({ files }, text, transformers)
}

export function checkLeavingOpen(
  unchecked: Unchecked | undefined,
  text: string,
  ...transformers: FakeTransformer[]
): Promise<CheckResult> {
  return check({ unchecked }, text, transformers)
}

/** Events of the last check. */
export const told: AttemptFailed[] = []

interface Around {
  readonly files?: Readonly<Record<string, string>>
  readonly unchecked?: Unchecked | undefined
}

async function check(
  { files = {}, unchecked }: Around,
  text: string,
  transformers: readonly FakeTransformer[],
): Promise<CheckResult> {
  const named = new Map(
    await Promise.all(transformers.map(async (one) => [(await one.define()).transformName, one] as const)),
  )
  const catalog: TransformerCatalog = {
    define: async (name, request) => named.get(name)?.define(request),
    names: async () => [...named.keys()],
    transformer: async (name) => named.get(name) ?? assert.fail(),
    context: () => ({ config: {}, variables: {} }),
  }
  const variables = new Map()
  const sources = childSourcesOf(files)
  told.length = 0
  return checkTransformed({
    blueprint: await loadChildren(blueprintOf(text), variables, sources, unchecked),
    variables,
    childSources: () => sources,
    catalog: providers,
    transformers: catalog,
    answerCall: sources.answerCall,
    parallelism: 4,
    unchecked,
    clock: new FakeClock(),
    events: (event) => told.push(event),
  })
}

export function said({ diagnostics }: CheckResult): string[] {
  return diagnostics.map(({ range, code, message }) => `${range?.start.line}:${range?.start.column} ${code} ${message}`)
}
